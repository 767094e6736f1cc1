"""A bot in thirty lines: it tries every action on determinizations, with random rollouts."""

from random import Random

GAMES = 2  # rollouts for each action


class Hopeful:
    """A bot that plays each action to the end a few times, at random, and takes the best."""

    def __call__(self, seat):
        """Choose one of the seat's legal actions."""
        random = Random(seat.dice[0])  # the same seed gives the same choice
        return max(seat.legal, key=lambda action: self.lead(seat, action, random))

    def lead(self, seat, action, random):
        """Return the summed lead over the best other seat in rollouts after an action."""
        lead = 0
        for _ in range(GAMES):
            table = seat.imagine()  # deals anew what this seat cannot know
            table.play(seat.number, action)
            while table.actors:
                other = random.choice(table.actors)
                table.play(other, random.choice(table.legal(other)))
            points, _ranks, _ending = table.standing()
            own = points.pop(seat.number)
            lead += own - max(points)
        return lead
