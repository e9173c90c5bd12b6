"""The machine of random years: its people, and what happens to them."""

import pytest

pytest.register_assert_rewrite("tests.life.town", "tests.life.asking", "tests.life.suffering", "tests.life.driving")
