"""What a learner sees."""

from comptoir.games.borneo.data import CARDS, HARBOURS, MISSIONS, Place

from .builder import KIT, act, table


def stretches(t, box, seat):
    """Return the observation, cut into the parts of the layout."""
    return list(KIT.stretches(t, box, seat).values())


def test_the_layout_is_what_is_written():
    """BOR-1.8, BOR-6.1"""
    t, box = table(
        turn=1,
        columns="1023/0123/0123/",
        faces={1: "pepper-2 BBYR", 2: "nutmeg GGGB", 3: "crate RRRY"},
        ports={1: ("cloves", 7, 5)},
        missions={2: {"value": 7, "nutmeg": 3}},
        hands={1: "1 2"},
        rows={1: "3"},
        stores={0: "4 h5", 2: "5"},
        discard="6",
    )
    box.spice[3], box.units[3] = 0, 1
    t.mission_place[4] = Place.STORE + 0
    found = stretches(t, box, 1)

    assert 1 == found[0][t.phase] == sum(found[0])
    assert [4, 1, t.pile_cards, 0] == found[1]
    assert [1, 1, (t.first - 1) % 4 + 1, 0] == found[2]
    assert [1, 4, 2, 3, 0] == found[6][:5]
    assert [1, 3, 7, 5, 1, 0, 1, 3, 0] == found[7][:9]
    assert [1, 1, 2, 1, 1, 2, 3] == found[8][:7]
    assert [2, 4, 1, 4, 4, 4, 1] == found[8][7:14]
    assert [0] * 42 == found[8][14:]
    # own hand, own hand, harbour, warehouse of the right neighbour, of the left, discard
    assert [1, 1, 3, 5 + 3, 5 + 1, 2, 0] == found[9][:7]
    assert (2, 2 + 4, 1) == (found[10][0], found[10][4], found[10][3])
    assert (1, 1 + 4, 0) == (found[11][1], found[11][4], found[11][0])
    assert [7, 0, 0, 0, 3] == found[12][5:10]
    assert (CARDS, HARBOURS, MISSIONS) == tuple(map(len, found[9:12]))
    assert [2, 1, 1, 1, 0] == found[13][:5]
    assert [0, 1, 0, box.mission_value[4] + 2, 0] == found[13][5:]


def test_what_is_under_way_is_seen():
    """BOR-5.3, BOR-4.2"""
    t, box = table(
        turn=3,
        columns="0123/0123/0123/",
        faces={1: "pepper BBBB", 2: "pepper BBRR"},
        hands={3: "1 2 3", 0: "4 5"},
    )
    act(t, box, "fight blue-4", "target blue-2", "lay 1")

    assert [1, 4, 2, 1, 0, 4, 0] == stretches(t, box, 0)[3]
    t, box = table(
        missions={3: {"value": 7, "pepper": 2, "nutmeg": 1}},
        faces={1: "pepper BBBB", 2: "crate BBBB", 3: "nutmeg BBBB"},
        stores={0: "1 2 3"},
    )
    act(t, box, "mission 3", "pay 2")
    assert [3, 2, 0, 0, 1, 1, 0] == stretches(t, box, 1)[4]
    act(t, box, "pay 1", "pay 3", "pass", "harbour 3")
    assert [3] == stretches(t, box, 1)[5]
