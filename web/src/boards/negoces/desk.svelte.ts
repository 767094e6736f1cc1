/** The reader's choices before they act: set in one component, used in another. */
class Desk {
  hide = $state(false); // how a card is put on the market next
  asking = $state<number | null>(null); // the buyer who is asked for more
}

export const desk = new Desk();
