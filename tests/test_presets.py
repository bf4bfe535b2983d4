"""Presets: each is a spec that can be read back, and plays."""

import pytest
from typer.testing import CliRunner

from yomi.cli import app
from yomi.games.catalog import start
from yomi.players.player import Player
from yomi.players.presets import PRESETS
from yomi.players.spec import parse


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_the_spec_that_is_printed(name):
    printed = CliRunner().invoke(app, ["searches"]).output
    assert name in printed
    for text in PRESETS[name].values():
        assert str(parse(text)) == str(parse(str(parse(text))))


def test_the_strongest_plays():
    position = start("go9")
    found = Player(parse("yomi simulations=20")).search(position)
    assert position.number(found.best) in position.legal


def test_what_follows_a_preset_replaces_what_it_says():
    assert "playout=random" in str(parse("yomi playout=random").on(start("go9").game))
