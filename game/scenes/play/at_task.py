"""The base of all scenes with a task: a table, and sentences in the near panel.

They say and offer nothing else that a match would."""

from dataclasses import replace

from game.scenes.play.at_table import AtTable
from game.scenes.play.data import PanelData
from game.scenes.play.hands import is_on_board
from game.scenes.play.task_panel import TaskData, arrange_task
from game.speech.board_text import BoardText
from game.speech.move_input import read_typed
from game.table.change import Change
from game.table.outlook import Outlook, outlook_of
from rules.contract.board import Cell


class AtTask(AtTable):
    """One task at a table."""

    # -- to be filled by each scene ----------------------------------------------------------------

    def task(self) -> TaskData:
        """The sentences and buttons of the near panel."""
        raise NotImplementedError

    def seen(self, told: Outlook) -> Outlook:
        """The table's content, as the board shows it."""
        raise NotImplementedError

    def tapped(self, cell: Cell) -> Change | None:
        """Handle a tap on a cell."""
        raise NotImplementedError

    def run(self, name: str) -> None:
        """Do what a button says."""
        raise NotImplementedError

    # -- what happens ------------------------------------------------------------------------------

    def show(self, change: Change | None) -> None:
        """Show what happened on the board or in the panel; None: nothing."""
        self.motion.finish()
        if change is None:
            return
        self.begin_motion(change)
        self.hands.peek = None
        self.rearrange()
        if change.said:
            self.services.page.say(" ".join(change.said))

    def leave(self) -> None:
        """Escape takes back a begun move, or else leaves."""
        change = self.table.take_back_taps()
        if change is not None:
            self.show(change)
        else:
            self.stage.back()

    def tap_cell(self, cell: Cell) -> None:
        """A tap on a cell is an answer, or a part of one."""
        self.finish_motion()
        self.show(self.tapped(cell))
        self.let_go(is_on_board)

    # -- in words ----------------------------------------------------------------------------------

    def told(self) -> tuple[str, ...]:
        """Which task it is, whether it is done, and all sentences of the panel."""
        data = self.task()
        return data.count, data.head, *data.words

    def spoken(self) -> BoardText:
        """The board in words, without moves where none are shown."""
        if self.outlook.next_cells:
            return super().spoken()
        return BoardText(self.table.words, aids=self.services.settings.aids)

    def typed(self, words: str) -> None:
        """Tap what was written, or say why not."""
        found = read_typed(self.table.words, words, self.table.taps)
        if found.refused:
            self.services.page.say(found.refused)
            return
        cells = found.move or found.taps[len(self.table.taps) :]
        if found.move is not None:
            self.table.take_back_taps()
        for cell in cells:
            self.tap_cell(cell)

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Board and panels, as the task is now."""
        data = self.task()
        you, other = self.text("task.you"), self.text("task.opponent")
        self.outlook = replace(
            self.seen(outlook_of(self.table, self.motion.ending)),
            near=data.person,
            players=(other, you) if data.person else (you, other),
            asked="",
            warning="",
            note="",
            opening_name="",
        )
        panel = PanelData(
            theme=self.theme,
            text=self.text,
            settings=self.services.settings,
            outlook=self.outlook,
            moves=[],
            run=lambda name, quarter: self.run(name),
            tap=self.tap_cell,
            go=None,
        )
        self.arranged = arrange_task(panel, data, self.size, self.services.page.safe_area())
        self.sheets = self.arranged.sheets
