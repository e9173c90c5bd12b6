"""The window's fixtures, for the cases that touch it."""

from tests.ui.conftest import context, make_desk, office_folder, settings, stored, tasks, window_desk

__all__ = ["context", "make_desk", "office_folder", "settings", "stored", "tasks", "window_desk"]
