"""The steps of a game's lesson as data for other programs."""

from collections.abc import Iterator

from rules.contract.game import AnyGame
from rules.teaching.lessons import LESSON_LANGUAGES, lesson_of


def lesson_lines(game: AnyGame) -> Iterator[dict[str, object]]:
    """Each step as a JSON object: position, task, right answers, rule numbers, texts by language;
    raises BadLesson if the lesson is missing or damaged."""
    for step in lesson_of(game):
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
