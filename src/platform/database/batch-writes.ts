// Sends concurrent writes in one statement and one commit. The first item is sent immediately; items that
// arrive while a batch is in flight form the next batch. That one waits for the one in flight, because many
// items in one batch cost less than few in two, unless it is slow: it may wait for a lock.

export type BatchLimits = {
  /** Batches in flight at once. */
  readonly trips: number;
  /**
   * A batch that is not full is sent beside another one only when that one has been in flight for this long.
   */
  readonly slowMs: number;
  /** Limits how long one batch can delay others. */
  readonly most: number;
};

type Waiting<Item, Done> = { readonly item: Item; readonly done: (done: Done) => void; readonly fail: (cause: unknown) => void };

/** The result of each item, by its index. */
type SendAll<Item, Done> = (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Done>[]>;

export function batchWrites<Item, Done>(
  sendAll: SendAll<Item, Done>,
  { trips, most: maxSize, slowMs }: BatchLimits,
): (item: Item) => Promise<Done> {
  const waiting: Waiting<Item, Done>[] = [];
  let inFlight = 0;
  let sentAt = 0;
  let isTimed = false;

  async function send(sent: readonly Waiting<Item, Done>[]): Promise<void> {
    inFlight++;
    sentAt = performance.now();
    try {
      const results = await sendAll(sent.map(({ item }) => item));
      for (const [place, { done, fail }] of sent.entries()) {
        const result = results[place];
        if (result?.status === 'fulfilled') done(result.value);
        else fail(result ? result.reason : new Error(`batch write returned no result for item ${place}`));
      }
    } catch (cause) {
      for (const { fail } of sent) fail(cause);
    }
    inFlight--;
    go();
  }

  function go(): void {
    while (waiting.length > 0 && inFlight < trips) {
      const mayWait = inFlight > 0 && waiting.length < maxSize;
      const left = mayWait ? sentAt + slowMs - performance.now() : 0;
      if (left > 0) {
        if (!isTimed) setTimeout(goLater, left);
        isTimed = true;
        return;
      }
      void send(waiting.splice(0, maxSize));
    }
  }

  function goLater(): void {
    isTimed = false;
    go();
  }

  return (item) =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail });
      // Items of the same event-loop turn join this batch.
      if (waiting.length === 1 || waiting.length === maxSize) setImmediate(go);
    });
}
