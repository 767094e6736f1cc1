/** How the reader puts a card on the market next: chosen in the bar, done on the board. */
class Desk {
  hide = $state(false);
}

export const desk = new Desk();
