"""What an act changed, as flags: a screen that shows any of it asks again."""

from enum import Flag, auto


class Changes(Flag):
    NOTHING = 0
    OFFICE = auto()
    USERS = auto()
    OPERATORS = auto()
    DRIVERS = auto()
    VEHICLES = auto()
    INSPECTIONS = auto()
    AUTHORIZATIONS = auto()
    PAYMENTS = auto()
    INFRACTIONS = auto()
    DOCUMENTS = auto()
    APPLICATIONS = auto()
    MEASURES = auto()
    DECISIONS = auto()
