"""Files that are dropped on the window."""

import pygame

from game.scenes.common.scene import Stage
from game.scenes.shelf.dropped import open_files


class DroppedFiles:
    """Collects the files of one drop and opens them together."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._paths: list[str] | None = None
        """Paths of the drop in progress; None outside one."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of a drop; False for any other event."""
        if event.type == pygame.DROPBEGIN:
            self._paths = []
        elif event.type == pygame.DROPFILE:
            if self._paths is None:  # some systems tell of no drop around a single file
                open_files(self._stage, [event.file])
            else:
                self._paths.append(event.file)
        elif event.type == pygame.DROPCOMPLETE:
            paths, self._paths = self._paths, None
            if paths:
                open_files(self._stage, paths)
        else:
            return False
        return True
