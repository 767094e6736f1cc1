/** What the reader is about to do: chosen in one place, done in another. */
class Desk {
  hide = $state(false); // how a card is put on the market next
  asking = $state<number | null>(null); // the buyer who is asked for more
}

export const desk = new Desk();
