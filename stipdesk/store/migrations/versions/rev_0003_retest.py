"""The inspection that a retest of failed items follows."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inspection", sa.Column("follows_id", sa.Uuid(), nullable=True))
