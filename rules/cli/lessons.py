"""The steps of a game's lesson as data for other programs, one after the other."""

from collections.abc import Iterator

from rules.contract.game import AnyGame
from rules.teaching.lessons import LESSON_LANGUAGES, lesson_of


def lesson_lines(game: AnyGame) -> Iterator[dict[str, object]]:
    """Each step with its position, what is asked, all right answers, the numbers of the rules that
    it teaches, and what is said, by language; BadLesson for a lesson that cannot be used."""
    for step in lesson_of(game).steps:
        match = step.match()
        yield {
            "game": game.key,
            "id": step.key,
            "options": match.choices,
            "seed": step.seed,
            "moves": " ".join(match.names()),
            "asks": step.asks,
            "answers": step.right_answers(),
            "rules": step.rules,
            "words": {
                language: {
                    "say": step.say[language],
                    "task": step.task[language],
                    "right": [one.text[language] for one in step.answers if one.right],
                    "wrong": [one.text[language] for one in step.answers if not one.right],
                }
                for language in LESSON_LANGUAGES
            },
        }
