"""Decisions that hurt, and therefore need two people: one proposes with reasons, another one takes or returns it."""

from enum import StrEnum


class DecisionKind(StrEnum):
    """What is being decided; the value is what the database keeps."""

    REFUSE_APPLICATION = "refuse_application"
    WAIVE_FEE = "waive_fee"
    IMPOSE_MEASURE = "impose_measure"
    GRANT_REVERSAL = "grant_reversal"
    DENY_REVERSAL = "deny_reversal"
    LIFT_MEASURE = "lift_measure"
