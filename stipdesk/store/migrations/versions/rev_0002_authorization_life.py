"""Authorisations through their whole life: applications, requisitions, measures, decisions of two people, letters."""

import sqlalchemy as sa
from alembic import op

from stipdesk.models.types import Json, Moment
from stipdesk.store.guards import table_guard_statements

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_JOURNALED = [
    "measure",
    "communication",
    "letter",
    "requirement_exemption",
    "application",
    "attached_file",
    "plate_change",
    "proposal",
    "requisition",
]


def upgrade() -> None:
    op.create_table(
        "measure",
        sa.Column(
            "kind",
            sa.Enum(
                "punitive_suspension",
                "conditions_suspension",
                "precautionary_suspension",
                "cassation",
                "revocation",
                "discretionary_revocation",
                name="measurekind",
                native_enum=False,
                length=40,
            ),
            nullable=False,
        ),
        sa.Column("operator_id", sa.Uuid(), nullable=True),
        sa.Column("driver_id", sa.Uuid(), nullable=True),
        sa.Column("process_id", sa.Uuid(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("conditions", Json, nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("opened_on", sa.Date(), nullable=False),
        sa.Column("opened_by", sa.Uuid(), nullable=False),
        sa.Column("notified_on", sa.Date(), nullable=True),
        sa.Column("defense_due_on", sa.Date(), nullable=True),
        sa.Column("defense_deadline", Json, nullable=True),
        sa.Column("defense_received_on", sa.Date(), nullable=True),
        sa.Column("defense_text", sa.Text(), nullable=False),
        sa.Column("imposed_on", sa.Date(), nullable=True),
        sa.Column("effective_from", sa.Date(), nullable=True),
        sa.Column("effective_until", sa.Date(), nullable=True),
        sa.Column("final_on", sa.Date(), nullable=True),
        sa.Column("served_on", sa.Date(), nullable=True),
        sa.Column("reversal_due_on", sa.Date(), nullable=True),
        sa.Column("reversal_deadline", Json, nullable=True),
        sa.Column("reversal_requested_on", sa.Date(), nullable=True),
        sa.Column("reversal_proof", sa.Text(), nullable=False),
        sa.Column("reversal_decided_on", sa.Date(), nullable=True),
        sa.Column("reversal_granted", sa.Boolean(), nullable=True),
        sa.Column("reversal_reason", sa.Text(), nullable=False),
        sa.Column("ended_on", sa.Date(), nullable=True),
        sa.Column(
            "ending",
            sa.Enum(
                "reversed",
                "dismissed",
                "lifted",
                "annulled",
                "concluded",
                "revoked",
                name="measureending",
                native_enum=False,
                length=40,
            ),
            nullable=True,
        ),
        sa.Column("end_reason", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("rv", sa.Integer(), nullable=False),
        sa.Column("journal_origin", sa.Integer(), nullable=False),
        sa.Column("journal_seq", sa.BigInteger(), nullable=False),
        sa.Column("number_year", sa.Integer(), nullable=False),
        sa.Column("number_station", sa.Integer(), nullable=False),
        sa.Column("number_sequence", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["driver.id"], name=op.f("fk_measure_driver_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["id", "journal_origin", "journal_seq"],
            ["journal.row_id", "journal.origin", "journal.seq"],
            name="fk_measure_journal",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["opened_by"], ["app_user.id"], name=op.f("fk_measure_opened_by"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["operator_id"], ["operator.id"], name=op.f("fk_measure_operator_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["process_id"], ["measure.id"], name=op.f("fk_measure_process_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_measure")),
        sa.UniqueConstraint("number_year", "number_station", "number_sequence", name="uq_measure_number"),
    )
    op.create_index(op.f("ix_measure_driver_id"), "measure", ["driver_id"], unique=False)
    op.create_index(op.f("ix_measure_operator_id"), "measure", ["operator_id"], unique=False)
    op.create_index("ix_measure_order", "measure", ["opened_on", "id"], unique=False)
    op.create_index(op.f("ix_measure_process_id"), "measure", ["process_id"], unique=False)
    op.create_table(
        "communication",
        sa.Column("measure_id", sa.Uuid(), nullable=False),
        sa.Column("operator_id", sa.Uuid(), nullable=False),
        sa.Column("document_id", sa.Uuid(), nullable=True),
        sa.Column("prepared_on", sa.Date(), nullable=False),
        sa.Column("sent_on", sa.Date(), nullable=True),
        sa.Column("means", sa.Text(), nullable=False),
        sa.Column("received_on", sa.Date(), nullable=True),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("rv", sa.Integer(), nullable=False),
        sa.Column("journal_origin", sa.Integer(), nullable=False),
        sa.Column("journal_seq", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["issued_document.id"],
            name=op.f("fk_communication_document_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["id", "journal_origin", "journal_seq"],
            ["journal.row_id", "journal.origin", "journal.seq"],
            name="fk_communication_journal",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["measure_id"],
            ["measure.id"],
            name=op.f("fk_communication_measure_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["operator_id"],
            ["operator.id"],
            name=op.f("fk_communication_operator_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_communication")),
    )
    op.create_index(op.f("ix_communication_measure_id"), "communication", ["measure_id"], unique=False)
    op.create_index(op.f("ix_communication_operator_id"), "communication", ["operator_id"], unique=False)
    op.create_table(
        "letter",
        sa.Column("document_id", sa.Uuid(), nullable=False),
        sa.Column("written_on", sa.Date(), nullable=False),
        sa.Column("valid_until", sa.Date(), nullable=True),
        sa.Column("qr_text", sa.Text(), nullable=False),
        sa.Column("check_code", sa.Text(), nullable=False),
        sa.Column("voided_on", sa.Date(), nullable=True),
        sa.Column("void_reason", sa.Text(), nullable=True),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("rv", sa.Integer(), nullable=False),
        sa.Column("journal_origin", sa.Integer(), nullable=False),
        sa.Column("journal_seq", sa.BigInteger(), nullable=False),
        sa.Column("number_year", sa.Integer(), nullable=False),
        sa.Column("number_station", sa.Integer(), nullable=False),
        sa.Column("number_sequence", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["issued_document.id"],
            name=op.f("fk_letter_document_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["id", "journal_origin", "journal_seq"],
            ["journal.row_id", "journal.origin", "journal.seq"],
            name="fk_letter_journal",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("number_year", "number_station", "number_sequence", name="uq_letter_number"),
    )
    op.create_index(op.f("ix_letter_document_id"), "letter", ["document_id"], unique=False)
    op.create_table(
        "requirement_exemption",
        sa.Column("operator_id", sa.Uuid(), nullable=True),
        sa.Column("driver_id", sa.Uuid(), nullable=True),
        sa.Column("vehicle_id", sa.Uuid(), nullable=True),
        sa.Column("requirement", sa.Text(), nullable=False),
        sa.Column("court_order", sa.Text(), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_until", sa.Date(), nullable=True),
        sa.Column("ended_on", sa.Date(), nullable=True),
        sa.Column("end_reason", sa.Text(), nullable=True),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("rv", sa.Integer(), nullable=False),
        sa.Column("journal_origin", sa.Integer(), nullable=False),
        sa.Column("journal_seq", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["driver_id"],
            ["driver.id"],
            name=op.f("fk_requirement_exemption_driver_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["id", "journal_origin", "journal_seq"],
            ["journal.row_id", "journal.origin", "journal.seq"],
            name="fk_requirement_exemption_journal",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["operator_id"],
            ["operator.id"],
            name=op.f("fk_requirement_exemption_operator_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["vehicle_id"],
            ["vehicle.id"],
            name=op.f("fk_requirement_exemption_vehicle_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requirement_exemption")),
    )
    op.create_index(op.f("ix_requirement_exemption_driver_id"), "requirement_exemption", ["driver_id"], unique=False)
    op.create_index(
        op.f("ix_requirement_exemption_operator_id"), "requirement_exemption", ["operator_id"], unique=False
    )
    op.create_index(op.f("ix_requirement_exemption_vehicle_id"), "requirement_exemption", ["vehicle_id"], unique=False)
    op.create_table(
        "application",
        sa.Column(
            "kind",
            sa.Enum(
                "first_authorization",
                "renewal",
                "vehicle_registration",
                "vehicle_replacement",
                "plate_change",
                "data_change",
                name="applicationkind",
                native_enum=False,
                length=40,
            ),
            nullable=False,
        ),
        sa.Column(
            "channel",
            sa.Enum("desk", "operator", name="applicationchannel", native_enum=False, length=40),
            nullable=False,
        ),
        sa.Column("operator_id", sa.Uuid(), nullable=True),
        sa.Column("driver_id", sa.Uuid(), nullable=True),
        sa.Column("vehicle_id", sa.Uuid(), nullable=True),
        sa.Column("sponsor_id", sa.Uuid(), nullable=True),
        sa.Column("filed_on", sa.Date(), nullable=False),
        sa.Column("filed_by", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("renews_id", sa.Uuid(), nullable=True),
        sa.Column("authorization_id", sa.Uuid(), nullable=True),
        sa.Column("provisional_id", sa.Uuid(), nullable=True),
        sa.Column("replaced_vehicle_id", sa.Uuid(), nullable=True),
        sa.Column("new_plate", sa.Text(), nullable=False),
        sa.Column("filing_deadline", Json, nullable=True),
        sa.Column("completed_on", sa.Date(), nullable=True),
        sa.Column("completeness_deadline", Json, nullable=True),
        sa.Column("conditional_until", sa.Date(), nullable=True),
        sa.Column("conditional_deadline", Json, nullable=True),
        sa.Column(
            "decision",
            sa.Enum("granted", "refused", "withdrawn", name="applicationdecision", native_enum=False, length=40),
            nullable=True,
        ),
        sa.Column("decided_on", sa.Date(), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decision_reason", sa.Text(), nullable=False),
        sa.Column("refused_requirements", Json, nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("rv", sa.Integer(), nullable=False),
        sa.Column("journal_origin", sa.Integer(), nullable=False),
        sa.Column("journal_seq", sa.BigInteger(), nullable=False),
        sa.Column("number_year", sa.Integer(), nullable=False),
        sa.Column("number_station", sa.Integer(), nullable=False),
        sa.Column("number_sequence", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["authorization_id"],
            ["authorization.id"],
            name=op.f("fk_application_authorization_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"],
            ["app_user.id"],
            name=op.f("fk_application_decided_by"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["driver.id"], name=op.f("fk_application_driver_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["id", "journal_origin", "journal_seq"],
            ["journal.row_id", "journal.origin", "journal.seq"],
            name="fk_application_journal",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["operator_id"],
            ["operator.id"],
            name=op.f("fk_application_operator_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["provisional_id"],
            ["authorization.id"],
            name=op.f("fk_application_provisional_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["renews_id"],
            ["authorization.id"],
            name=op.f("fk_application_renews_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["replaced_vehicle_id"],
            ["vehicle.id"],
            name=op.f("fk_application_replaced_vehicle_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["sponsor_id"],
            ["operator.id"],
            name=op.f("fk_application_sponsor_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["vehicle_id"],
            ["vehicle.id"],
            name=op.f("fk_application_vehicle_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application")),
        sa.UniqueConstraint("number_year", "number_station", "number_sequence", name="uq_application_number"),
    )
    op.create_index(op.f("ix_application_authorization_id"), "application", ["authorization_id"], unique=False)
    op.create_index(op.f("ix_application_driver_id"), "application", ["driver_id"], unique=False)
    op.create_index(
        "ix_application_open",
        "application",
        ["filed_on", "id"],
        unique=False,
        sqlite_where=sa.text("decision IS NULL"),
        postgresql_where=sa.text("decision IS NULL"),
    )
    op.create_index(op.f("ix_application_operator_id"), "application", ["operator_id"], unique=False)
    op.create_index("ix_application_order", "application", ["filed_on", "id"], unique=False)
    op.create_index(op.f("ix_application_vehicle_id"), "application", ["vehicle_id"], unique=False)
    op.create_table(
        "attached_file",
        sa.Column("check_id", sa.Uuid(), nullable=True),
        sa.Column("application_id", sa.Uuid(), nullable=True),
        sa.Column("measure_id", sa.Uuid(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("attached_on", sa.Date(), nullable=False),
        sa.Column("attached_by", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("rv", sa.Integer(), nullable=False),
        sa.Column("journal_origin", sa.Integer(), nullable=False),
        sa.Column("journal_seq", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_attached_file_application_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["attached_by"],
            ["app_user.id"],
            name=op.f("fk_attached_file_attached_by"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["check_id"],
            ["requirement_check.id"],
            name=op.f("fk_attached_file_check_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["id", "journal_origin", "journal_seq"],
            ["journal.row_id", "journal.origin", "journal.seq"],
            name="fk_attached_file_journal",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["measure_id"],
            ["measure.id"],
            name=op.f("fk_attached_file_measure_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attached_file")),
    )
    op.create_index(op.f("ix_attached_file_application_id"), "attached_file", ["application_id"], unique=False)
    op.create_index(op.f("ix_attached_file_check_id"), "attached_file", ["check_id"], unique=False)
    op.create_index(op.f("ix_attached_file_measure_id"), "attached_file", ["measure_id"], unique=False)
    op.create_table(
        "plate_change",
        sa.Column("vehicle_id", sa.Uuid(), nullable=False),
        sa.Column("application_id", sa.Uuid(), nullable=True),
        sa.Column("old_plate", sa.Text(), nullable=False),
        sa.Column("old_plate_key", sa.Text(), nullable=False),
        sa.Column("new_plate", sa.Text(), nullable=False),
        sa.Column("changed_on", sa.Date(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("rv", sa.Integer(), nullable=False),
        sa.Column("journal_origin", sa.Integer(), nullable=False),
        sa.Column("journal_seq", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_plate_change_application_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["id", "journal_origin", "journal_seq"],
            ["journal.row_id", "journal.origin", "journal.seq"],
            name="fk_plate_change_journal",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["vehicle_id"],
            ["vehicle.id"],
            name=op.f("fk_plate_change_vehicle_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plate_change")),
    )
    op.create_index("ix_plate_change_old", "plate_change", ["old_plate_key"], unique=False)
    op.create_index(op.f("ix_plate_change_vehicle_id"), "plate_change", ["vehicle_id"], unique=False)
    op.create_table(
        "proposal",
        sa.Column(
            "kind",
            sa.Enum(
                "refuse_application",
                "waive_fee",
                "impose_measure",
                "grant_reversal",
                "deny_reversal",
                "lift_measure",
                name="decisionkind",
                native_enum=False,
                length=40,
            ),
            nullable=False,
        ),
        sa.Column("operator_id", sa.Uuid(), nullable=True),
        sa.Column("driver_id", sa.Uuid(), nullable=True),
        sa.Column("application_id", sa.Uuid(), nullable=True),
        sa.Column("measure_id", sa.Uuid(), nullable=True),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("content", Json, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("proposed_at", Moment(), nullable=False),
        sa.Column("proposed_by", sa.Uuid(), nullable=False),
        sa.Column("decided_at", Moment(), nullable=True),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("approved", sa.Boolean(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("rv", sa.Integer(), nullable=False),
        sa.Column("journal_origin", sa.Integer(), nullable=False),
        sa.Column("journal_seq", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_proposal_application_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["app_user.id"], name=op.f("fk_proposal_decided_by"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["driver.id"], name=op.f("fk_proposal_driver_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["id", "journal_origin", "journal_seq"],
            ["journal.row_id", "journal.origin", "journal.seq"],
            name="fk_proposal_journal",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["measure_id"], ["measure.id"], name=op.f("fk_proposal_measure_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["operator_id"],
            ["operator.id"],
            name=op.f("fk_proposal_operator_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"],
            ["fee_payment.id"],
            name=op.f("fk_proposal_payment_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["proposed_by"],
            ["app_user.id"],
            name=op.f("fk_proposal_proposed_by"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposal")),
    )
    op.create_index(op.f("ix_proposal_application_id"), "proposal", ["application_id"], unique=False)
    op.create_index(op.f("ix_proposal_driver_id"), "proposal", ["driver_id"], unique=False)
    op.create_index(op.f("ix_proposal_measure_id"), "proposal", ["measure_id"], unique=False)
    op.create_index(op.f("ix_proposal_operator_id"), "proposal", ["operator_id"], unique=False)
    op.create_index(
        "ix_proposal_pending",
        "proposal",
        ["proposed_at", "id"],
        unique=False,
        sqlite_where=sa.text("decided_at IS NULL"),
        postgresql_where=sa.text("decided_at IS NULL"),
    )
    op.create_table(
        "requisition",
        sa.Column("application_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("requirements", Json, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("issued_on", sa.Date(), nullable=False),
        sa.Column("answered_on", sa.Date(), nullable=True),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("rv", sa.Integer(), nullable=False),
        sa.Column("journal_origin", sa.Integer(), nullable=False),
        sa.Column("journal_seq", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_requisition_application_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["id", "journal_origin", "journal_seq"],
            ["journal.row_id", "journal.origin", "journal.seq"],
            name="fk_requisition_journal",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requisition")),
    )
    op.create_index(op.f("ix_requisition_application_id"), "requisition", ["application_id"], unique=False)
    op.add_column("fee_payment", sa.Column("revenue_code", sa.Text(), nullable=True))
    op.add_column("fee_payment", sa.Column("reversed_on", sa.Date(), nullable=True))
    op.add_column("fee_payment", sa.Column("reversal_reason", sa.Text(), nullable=True))
    op.add_column("issued_document", sa.Column("process_id", sa.Uuid(), nullable=True))
    op.create_index("ix_issued_document_process", "issued_document", ["process_id"], unique=False)
    op.add_column(
        "seal",
        sa.Column(
            "recovery",
            sa.Enum("collected", "declared_lost", name="sealrecovery", native_enum=False, length=40),
            nullable=True,
        ),
    )
    spent = sa.text("voided_on IS NULL AND kind <> 'provisional'")
    op.drop_index("uq_authorization_payment", table_name="authorization")
    op.create_index(
        "uq_authorization_payment",
        "authorization",
        ["payment_id"],
        unique=True,
        sqlite_where=spent,
        postgresql_where=spent,
    )
    for statement in table_guard_statements(op.get_bind().dialect.name, _JOURNALED):
        op.execute(statement)
