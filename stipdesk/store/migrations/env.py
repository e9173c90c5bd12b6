"""Run by Alembic: migrates over the connection that `store.schema` hands it, never one of its own."""

from alembic import context

from stipdesk.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    compare_type=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
