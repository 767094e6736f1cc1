/** What waits for the reader on other pages: friend requests. */
class Waiting {
  requests = $state(0);
}

export const news = new Waiting();
