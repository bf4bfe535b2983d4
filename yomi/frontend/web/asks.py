"""What a browser may ask: every message is checked before anything is done."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from yomi.errors import BadText
from yomi.frontend.web.news import PARTS

MOST_TEXT = 1_000_000  # letters of a record
MOST_SIMULATIONS = 100_000  # of each position of a review
Text = Annotated[str, Field(max_length=2000)]
Word = Annotated[str, Field(max_length=80)]
Place = Annotated[int, Field(ge=0, le=10_000)]


class Strict(BaseModel):
    """A part of a message: nothing but what is named."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Seat(Strict):
    """Who plays a side."""

    kind: Literal["person", "engine"]
    spec: Text = ""
    level: Word = ""


Seats = tuple[Seat, Seat]


class Setup(Strict):
    """A new game."""

    game: Text
    options: dict[Word, str | int | float] = {}
    players: Seats
    clock: Word = ""
    position: Text | None = None


class Ask(Strict):
    """Something a browser asks for; it hears of it by this number."""

    id: Annotated[int, Field(ge=0)]


class New(Ask):
    do: Literal["new"]
    setup: Setup


class Open(Ask):
    do: Literal["open"]
    game: Word


class Play(Ask):
    do: Literal["play"]
    move: Word
    at: Place


class Plain(Ask):
    do: Literal["undo", "resign", "now", "hint", "estimate", "agree", "resume", "back"]


class Switch(Ask):
    do: Literal["pause", "analyze"]
    on: bool


class Pace(Ask):
    do: Literal["pace"]
    seconds: Annotated[float, Field(ge=0, le=60)]


class Dead(Ask):
    do: Literal["dead"]
    point: Word


class Jump(Ask):
    do: Literal["go"]
    at: Place


class Players(Ask):
    do: Literal["players"]
    players: Seats


class Analyst(Ask):
    do: Literal["analyst"]
    spec: Text


class Timing(Ask):
    do: Literal["clock"]
    clock: Word


class Load(Ask):
    do: Literal["load"]
    name: Annotated[str, Field(max_length=300)] = ""
    text: Annotated[str, Field(max_length=MOST_TEXT)] | None = None
    base64: Annotated[str, Field(max_length=MOST_TEXT * 4 // 3 + 4)] | None = None


class Edit(Ask):
    do: Literal["edit"]
    game: Text
    position: Text


class Save(Ask):
    do: Literal["save"]
    format: Word


class Review(Ask):
    do: Literal["review"]
    simulations: Annotated[int, Field(ge=0, le=MOST_SIMULATIONS)]


class Look(Ask):
    do: Literal["look"]
    path: Annotated[list[Word], Field(max_length=100)]


class Watch(Ask):
    do: Literal["watch"]
    parts: Annotated[list[Word], Field(max_length=len(PARTS))]


Known = (
    New | Open | Play | Plain | Switch | Pace | Dead | Jump | Players | Analyst | Timing | Load | Edit | Save | Review
    | Look | Watch
)  # fmt: skip
READER: TypeAdapter[Any] = TypeAdapter(Annotated[Known, Field(discriminator="do")])


def read_ask(text: str) -> Any:
    """The ask that a message is; a malformed one is refused with what is wrong about it."""
    try:
        return READER.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadText(f"message refused at {place or 'its start'}: {first['msg']}") from None
