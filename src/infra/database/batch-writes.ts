// Changes that many ask for in the same moment go to the database together: one trip and one commit for all of them. Nobody waits for company: what comes
// first goes at once, and what comes while that is on its way goes together with the next.

export type Gathering = {
  /** So many are on their way at once. */
  readonly trips: number;
  /** So that one trip never holds up the others for long. */
  readonly most: number;
};

type Waiting<Item, Done> = { readonly item: Item; readonly done: (done: Done) => void; readonly fail: (cause: unknown) => void };

/** What became of each, by its place. */
type SendAll<Item, Done> = (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Done>[]>;

export function batchWrites<Item, Done>(sendAll: SendAll<Item, Done>, { trips, most }: Gathering): (item: Item) => Promise<Done> {
  const waiting: Waiting<Item, Done>[] = [];
  let underway = 0;

  async function send(sent: readonly Waiting<Item, Done>[]): Promise<void> {
    underway++;
    try {
      const became = await sendAll(sent.map(({ item }) => item));
      for (const [place, { done, fail }] of sent.entries()) {
        const one = became[place];
        if (one?.status === 'fulfilled') done(one.value);
        else fail(one ? one.reason : new Error(`nothing was said of place ${place}`));
      }
    } catch (cause) {
      for (const { fail } of sent) fail(cause);
    }
    underway--;
    go();
  }

  function go(): void {
    while (underway < trips && waiting.length > 0) void send(waiting.splice(0, most));
  }

  return (item) =>
    new Promise((done, fail) => {
      // What comes in this turn of the loop goes along.
      if (waiting.length === 0) setImmediate(go);
      waiting.push({ item, done, fail });
    });
}
