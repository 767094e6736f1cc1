"""Agents that read and write: over HTTP, with bad answers, restarts and a transcript."""

from pathlib import Path

import pytest

from agent_kit import endpoint
from chat_kit import BAD, Script, chat, menu_of
from comptoir import Match, arena, benchmark, bots
from comptoir.engine.errors import ComptoirError
from comptoir.language import (
    ChatModel,
    LanguageAgent,
    TextTable,
    kaggle,
    play,
    transcript,
)
from random_play import seat_of, some_positions


def no_pause(_):
    pass


def test_games_over_http_with_bad_answers(game, tmp_path):
    """No game is lost, and everything is counted as the server counts it."""
    script = Script(game.name, bad=20, down=5)
    log, games = tmp_path / "log", 3
    with chat(script) as url:
        agent = LanguageAgent(ChatModel(url, "script", pause=no_pause), log=log)
        for seed in range(games):
            result = play(game.name, {0: agent}, seed=seed, seats=game.seats[0])
            assert 1 in result.ranks
    tally, told = agent.tally, transcript(log)

    assert games == tally.games
    assert script.malformed == tally.illegal > 0
    assert tally.decisions == len(told) > games
    assert (
        tally.calls == tally.decisions - tally.guessed + tally.illegal + tally.failures
    )
    assert 0 < tally.failures <= script.refused  # a busy endpoint is asked again
    assert tally.tokens_in > tally.tokens_out > 0
    assert 0 < tally.illegal_rate < 1
    assert all(each.action in menu_of(each.messages) for each in told)


def test_a_model_that_restarts_loses_nothing(tmp_path):
    """The request is repeated when it is back."""
    with chat(Script(1)) as url:
        pass
    port = int(url.split(":")[2].split("/")[0])
    up = []

    def restart(_):
        up.append(server := chat(Script(1), port))
        server.__enter__()

    agent = LanguageAgent(ChatModel(url, "script", pause=restart))
    try:
        result = play("osaka", {0: agent}, seed=1, seats=2)
    finally:
        up[0].__exit__(None, None, None)
    assert (1, 0) == (len(up), agent.tally.failures)
    assert 1 in result.ranks


def test_a_model_that_is_gone_is_named():
    """Its games are not left to chance."""
    with chat(Script(1)) as url:
        pass
    agent = LanguageAgent(ChatModel(url, "script", pause=no_pause))
    with pytest.raises(ComptoirError, match="cannot be reached"):
        play("osaka", {0: agent}, seed=1, seats=2)


def test_a_slow_model_counts_as_failed(monkeypatch):
    """After its time; here, at once, because a busy endpoint is not asked again."""
    monkeypatch.setattr("comptoir.bots.remote.RETRIES", ())
    seat = seat_of(Match("osaka", seed=1))
    with endpoint(lambda _: 500) as address:
        agent = LanguageAgent(ChatModel(address, "script"))
        assert agent(seat) in seat.legal
    assert (3, 1) == (agent.tally.failures, agent.tally.guessed)


@pytest.mark.parametrize("bad", BAD)
def test_after_three_bad_answers_the_move_is_drawn(bad):
    """The model is told why each time, and what it may do."""
    heard = []

    def model(messages):
        heard.append(messages[-1]["content"])
        return bad

    seat = seat_of(Match("batavia", seed="bad"))
    agent = LanguageAgent(model)

    assert agent(seat) in seat.legal
    assert (3, 1) == (agent.tally.illegal, agent.tally.guessed)
    assert all("Answer with one of your legal actions" in one for one in heard[1:])


def test_rules_and_history_are_told_on_demand():
    """Without counting as an attempt, but not for ever."""
    seat = seat_of(Match("batavia", seed="asks"))
    wanted = ["rules", "**History**", "pass"]
    heard = []

    def model(messages):
        heard.append(messages[-1]["content"])
        return wanted[len(heard) - 1]

    agent = LanguageAgent(model, attempts=1)
    assert "pass" == str(agent(seat))
    assert heard[1:] == [seat.rules_text, seat.prompt()]
    assert (2, 0) == (agent.tally.asked, agent.tally.illegal)

    endless = LanguageAgent(lambda _: "rules")
    assert endless(seat) in seat.legal
    assert 3 == endless.tally.illegal


def test_an_agent_is_told_only_what_is_new():
    """Events since its last decision; the last exchanges come before."""
    seen = []

    def model(messages):
        seen.append(messages)
        return menu_of(messages)[-1]

    match, agent = Match("osaka", 2, "new"), LanguageAgent(model, memory=1)
    agent.prepare(match.game, 2)
    while len(seen) < 3:
        for number in match.actors:
            match.play(number, agent(bots.Seat.at(match, number, [1, 2, 3, 4])))

    assert ["system", "user", "assistant", "user"] == [m["role"] for m in seen[2]]
    assert "turns up" in seen[0][-1]["content"]
    assert "turns up" not in seen[2][-1]["content"]


def test_nothing_hidden_reaches_a_text_agent(game):
    """Everything it is told is the same when what it cannot know is dealt anew."""
    for match, dice in some_positions(game, game.seats[-1], 8, 9):
        number, told = match.actors[0], []
        other = match.copy()
        other.position = match.imagine(number, bots.new_dice("another"))
        other.moves = [hidden_changed(move, number) for move in other.moves]
        other.opening = hidden_changed_in(other.opening, number)
        for each in (match, other):
            asked = []

            def model(messages, asked=asked):
                asked.append(messages)
                return ["rules", "history", "nonsense", "", ""][len(asked) - 1]

            LanguageAgent(model)(bots.Seat.at(each, number, list(dice), []))
            told.append(asked)
        assert told[0] == told[1]


def hidden_changed(move, seat):
    return type(move)(move.seat, move.action, hidden_changed_in(move.events, seat))


def hidden_changed_in(events, seat):
    """Events whose arguments are others, where they are hidden from a seat."""
    return [
        event
        if event.seat == seat
        else type(event)(
            event.name, event.seat,
            {k: "secret" if k in event.hidden else v for k, v in event.args.items()},
            event.hidden, event.reveals, event.seats,
        )
        for event in events
    ]  # fmt: skip


def test_agents_talk_with_bots():
    """What an agent says is heard by the bots at its table, and they answer."""
    said = ["say want jade", "say sell_to_me", "say what_for"]

    def model(messages):
        return "\n".join([*said, menu_of(messages)[0]])

    agent = LanguageAgent(model)
    result = play("negoces", {0: agent}, "talkative", seed=3)
    own = [one for one in result.said if one.seat == 0]

    assert agent.tally.phrases == len(own) > 0
    assert {0} < {one.seat for one in result.said}
    assert 1 in result.ranks


def test_a_text_table_is_played_by_answers_alone(game):
    """As TextArena's environments are: whose turn, what they are told, an answer."""
    table, script = TextTable(game.name), Script(game.name, bad=10)
    table.reset(num_players=game.seats[0], seed=7)
    over, asked = False, set()
    while not over:
        seat, told = table.get_observation()
        asked.add(seat)
        over, info = table.step(script.text([{"content": told}]))
        assert info
    rewards, about = table.close()

    assert {*range(game.seats[0])} == asked == rewards.keys()
    assert sum(rewards.values()) == pytest.approx(0)
    assert script.malformed == sum(about["illegal"]) > 0
    with pytest.raises(ComptoirError, match=r"the game is over: call reset\(\)"):
        table.get_observation()


def test_a_kaggle_agent_is_a_bot(game):
    """It gets strings and numbers, and returns one of the numbers."""

    def agent(observation, configuration):
        assert game.name == configuration["game"]
        texts = dict(
            zip(
                observation["legalActions"],
                observation["legalActionStrings"],
                strict=True,
            )
        )
        choice = max(texts, key=texts.get)
        return choice if observation["playerId"] % 2 else {"submission": choice}

    for match, _ in some_positions(game, game.seats[-1], 5, 11):
        seat = seat_of(match)
        assert max(map(str, seat.legal)) == str(kaggle(agent)(seat))


def test_a_text_agent_plays_in_the_arena_and_the_benchmark(tmp_path):
    """By a file of three lines."""
    with chat(Script(1, bad=5)) as url:
        path = tmp_path / "mine.py"
        path.write_text(
            "from comptoir.language import ChatModel, LanguageAgent\n"
            f"model, log = ChatModel({url!r}, 'script'), {str(tmp_path / 'log')!r}\n"
            "agent = LanguageAgent(model, log=log)\n"
        )
        name = f"{path}:agent"
        report = arena("osaka", [name, "house"], 2, seats=2, seed=1, workers=1)
        row = benchmark(name, game="osaka", seats=2, field="house", games=2, workers=1)

    assert 2 == report.games == row.results[0].games
    assert not report.faults
    assert 0 == row.results[0].faults
    assert len(transcript(Path(tmp_path / "log"))) > row.results[0].moves
