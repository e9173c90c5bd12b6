"""Every screen of `tests.screens` comes up, in both themes, without a warning, and shows something."""

from pathlib import Path

from PySide6.QtGui import QImage

from tests.screens import SHOTS, take_all


def test_every_screen_can_be_taken(tmp_path: Path) -> None:
    taken = take_all(tmp_path)
    assert len(taken) == 2 * len(SHOTS)
    for path in taken:
        picture = QImage(str(path))
        colours = {picture.pixel(x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7)}
        assert len(colours) > 3, path.name
