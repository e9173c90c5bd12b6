"""How everything is stored. Importing this package registers every table on `Base.metadata`."""

from sqlalchemy import ForeignKeyConstraint

from stipdesk.models.application import (
    Application,
    AttachedFile,
    PlateChange,
    RequirementExemption,
    Requisition,
)
from stipdesk.models.authorization import Authorization, DocumentPrint, FeePayment, IssuedDocument, Letter
from stipdesk.models.base import Base, Journaled
from stipdesk.models.infraction import InfractionNotice
from stipdesk.models.inspection import Attachment, Inspection, InspectionFailure, Seal
from stipdesk.models.journal import JournalEntry, JournalHead, NumberSeries, SearchEntry
from stipdesk.models.measure import Communication, MeasureRow, Proposal
from stipdesk.models.office import OFFICE_ID, Office, OfficeHoliday, ParameterValue, PublishedKey
from stipdesk.models.people import Driver, DriverOperator, Operator, PostalAddress, RequirementCheck
from stipdesk.models.user import SignInAttempt, User
from stipdesk.models.vehicle import DriverVehicle, PassengerAccidentPolicy, Vehicle

__all__ = [
    "OFFICE_ID",
    "Application",
    "AttachedFile",
    "Attachment",
    "Authorization",
    "Base",
    "Communication",
    "DocumentPrint",
    "Driver",
    "DriverOperator",
    "DriverVehicle",
    "FeePayment",
    "InfractionNotice",
    "Inspection",
    "InspectionFailure",
    "IssuedDocument",
    "JournalEntry",
    "JournalHead",
    "Journaled",
    "Letter",
    "MeasureRow",
    "NumberSeries",
    "Office",
    "OfficeHoliday",
    "Operator",
    "ParameterValue",
    "PassengerAccidentPolicy",
    "PlateChange",
    "PostalAddress",
    "Proposal",
    "PublishedKey",
    "RequirementCheck",
    "RequirementExemption",
    "Requisition",
    "Seal",
    "SearchEntry",
    "SignInAttempt",
    "User",
    "Vehicle",
]

for _table in Base.metadata.tables.values():
    if "journal_seq" in _table.columns:
        _table.append_constraint(
            ForeignKeyConstraint(
                ["id", "journal_origin", "journal_seq"],
                ["journal.row_id", "journal.origin", "journal.seq"],
                name=f"fk_{_table.name}_journal",
                deferrable=True,
                initially="DEFERRED",
            )
        )
