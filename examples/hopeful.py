"""A bot in thirty lines: it tries every action on tables it imagines, and hopes."""

from random import Random

GAMES = 2  # imagined games for each action


class Hopeful:
    """Plays each action a few times to the end, at random, and takes the best."""

    def __call__(self, seat):
        """Choose one of the seat's legal actions."""
        random = Random(seat.dice[0])  # the same dice, the same choice
        return max(seat.legal, key=lambda action: self.lead(seat, action, random))

    def lead(self, seat, action, random):
        """Return the lead over the best of the others after an action, in all games."""
        lead = 0
        for _ in range(GAMES):
            table = seat.imagine()  # what this seat cannot know is dealt anew
            table.play(seat.number, action)
            while table.actors:
                other = random.choice(table.actors)
                table.play(other, random.choice(table.legal(other)))
            points, _ranks, _ending = table.standing()
            own = points.pop(seat.number)
            lead += own - max(points)
        return lead
