"""Many threads at one table: each call sees and leaves a whole table."""

from threading import Thread

import msgspec

from comptoir import IllegalMove, Match, replay
from comptoir.bots import move, new_dice, simple

THREADS = 4


def test_threads_play_one_match_without_losing_a_move():
    """The seat to act plays, the others are refused, and the record replays."""
    match = Match("batavia", 4, "threads")
    wrong = []

    def sit(seat):
        dice = new_dice(str(seat))
        while not match.over and not wrong:
            msgspec.json.encode(match.view(seat))
            if match.legal(seat):
                move(match, seat, simple.random, dice)
            else:
                refused(seat)

    def refused(seat):
        try:
            if not match.legal(seat):
                match.play(seat, "keep")
        except IllegalMove:
            return
        except Exception as error:  # told in the test's own thread
            wrong.append(error)

    threads = [Thread(target=sit, args=(seat,)) for seat in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert [] == wrong
    assert match.over
    assert match.packed().tobytes() == replay(match.record()).packed().tobytes()
