/** Friend requests that wait for the reader on another page. */
class Waiting {
  requests = $state(0);
}

export const news = new Waiting();
