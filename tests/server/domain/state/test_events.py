"""The event log is kept for ever: every event ever stored is read, and written, unchanged."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from comptoir.server.domain.state import events
from comptoir.server.domain.state.events import TableEvent, read_row

STORED = Path(__file__).with_name("stored_events.jsonl").read_text().splitlines()
ROWS = [tuple(msgspec.json.decode(line)) for line in STORED]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[-1][9:20])
def test_a_stored_event_is_read_and_written_to_the_letter(row):
    """Existing databases hold these rows; renaming a class must not change any of them."""
    assert row == read_row(row).row()


def test_every_kind_of_event_is_stored_and_declared_once():
    """Among the stored rows, and either public or private."""
    public, private = get_args(events.PublicEvent), [events.PrivateEvent]

    assert {type(read_row(row).event) for row in ROWS} == set(get_args(events.AnyEvent))
    assert {*public, *private} == set(TableEvent.__subclasses__())
    assert not {*public} & {*private}


def test_no_tag_is_made_of_a_class_name():
    """It is written out, so that the class may be renamed."""
    source = Path(events.__file__).read_text()
    for kind in get_args(events.AnyEvent):
        assert f'tag="{kind.__struct_config__.tag}"' in source
