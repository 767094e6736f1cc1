"""A small bot that joins an online table by its link and plays at random.

python examples/table_bot.py http://127.0.0.1:8765 TABLE SEAT [NAME]
"""

import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(address, body, token=None):
    """Send JSON to the server and return its answer."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    sent = Request(address, json.dumps(body).encode(), headers)  # noqa: S310
    with urlopen(sent) as answer:  # noqa: S310 - the address is yours
        return json.load(answer)


def play(server, table, seat, name="Thirty Lines"):
    """Take a seat, play any legal action at every turn, and return the result."""
    token = post(f"{server}/api/me", {"name": name})["token"]
    post(f"{server}/api/tables/{table}/seats/{seat}", {}, token)
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(
        address, additional_headers={"Authorization": f"Bearer {token}"}
    ) as socket:
        for number, message in enumerate(socket):
            state = json.loads(message).get("state")
            if state and state["result"]:
                return state["result"]
            if state and state["seat"] in state["actors"]:
                action, asked = (
                    random.choice(state["own"]["legal"]),
                    state["own"]["asked"],
                )
                move = {
                    "type": "move",
                    "id": f"m{number}",
                    "action": action,
                    "asked": asked,
                }
                socket.send(json.dumps(move))
    return None


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
