"""Specs: one line of text is a player, and a printed player is its own spec."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomi.errors import BadSpec
from yomi.frontend.catalog import declared, settings_table
from yomi.players.spec import PLAYOUTS, SEARCHES, Spec, parse
from yomi.search.bandit import Greedy, Ucb1, Uct
from yomi.value.playout import Captures, Random


def test_the_example_of_the_readme_is_read_as_it_says():
    spec = parse("uct(p=1.1,fpu=1.0) playout=random simulations=3000 threads=2")
    assert spec.search == Uct(p=1.1, fpu=1.0)
    assert spec.playout == Random()
    assert (spec.budget.simulations, spec.budget.threads) == (3000, 2)


def test_what_is_not_said_has_its_default():
    assert parse("") == Spec()
    assert parse("playout=captures(chance=0.5)").playout == Captures(chance=0.5)
    assert parse("simulations=5").search == Uct()


def test_whole_numbers_become_floats_where_the_setting_is_one():
    search = parse("ucb1(c=1)").search
    assert isinstance(search.c, float) and search == Ucb1(c=1.0)


def test_infinity_can_be_written():
    assert parse("greedy(fpu=inf)").search == Greedy()


@pytest.mark.parametrize(
    "text, part",
    [
        ("utc", "utc"),
        ("uct(speed=2)", "speed"),
        ("uct(p=fast)", "fast"),
        ("uct(p=nan)", "nan"),
        ("uct(grow=1.5)", "1.5"),
        ("uct(p=1", "uct(p=1"),
        ("uct(p=1,p=2)", "twice"),
        ("uct simulations=0", "simulations=0"),
        ("uct simulations=many", "many"),
        ("uct seconds=-1", "seconds=-1"),
        ("uct threads=0", "threads=0"),
        ("uct memory=nan", "memory"),
        ("uct colour=red", "colour"),
        ("uct playout=brilliant", "brilliant"),
        ("uct ucb1", "ucb1"),
        ("uct seed=1 seed=2", "twice"),
    ],
)
def test_a_bad_spec_is_refused_with_the_offending_part(text, part):
    with pytest.raises(BadSpec, match=part.replace("(", r"\(")):
        parse(text)


settings = st.sampled_from([Uct, Ucb1, Greedy]).flatmap(
    lambda cls: st.builds(
        cls, **{name: st.integers(1, 99) if name == "grow" else st.floats(0.001, 9) for name in cls._fields}
    )
)


@given(
    settings,
    st.builds(Captures, chance=st.floats(0, 1), depth=st.integers(0, 99), bonus=st.floats(0, 1), mercy=st.floats(0, 1)),
    st.integers(1, 10**6),
)
def test_a_printed_spec_is_its_own_spec(search, playout, simulations):
    spec = Spec(search, playout).with_budget(simulations=simulations, threads=2)
    assert parse(str(spec)) == spec


@given(st.text(max_size=40))
def test_any_text_is_a_spec_or_a_bad_spec(text):
    try:
        assert isinstance(parse(text), Spec)
    except BadSpec as error:
        assert "\n" not in str(error).strip() or "\n" in text


@pytest.mark.parametrize("cls", [*SEARCHES.values(), *PLAYOUTS.values()], ids=lambda cls: cls.__name__)
def test_every_setting_says_what_it_means(cls):
    assert [name for name, _, _ in declared(cls)] == list(cls._fields)


def test_the_table_of_settings_can_be_drawn():
    assert settings_table().row_count > 15


def test_another_budget_leaves_open_what_was_not_said():
    assert "memory" not in parse("yomi").with_budget(seed=3).budget.model_fields_set
