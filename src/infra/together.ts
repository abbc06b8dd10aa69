// Small reads that many ask for at the same moment go to the database together: one statement with a list of keys costs hardly more than with one,
// and what a busy server pays for is the trip. Nothing is kept: each read begins after it was asked for.

/** Answers by the place of the key in the list. */
type AskAll<Key, Row> = (keys: readonly Key[]) => Promise<readonly { readonly place: number; readonly row: Row }[]>;

/** So that one statement never holds up the others for long. */
const MOST_AT_ONCE = 200;

type Waiting<Key, Row> = { readonly key: Key; readonly done: (row: Row | undefined) => void; readonly fail: (cause: unknown) => void };

export function together<Key, Row>(askAll: AskAll<Key, Row>): (key: Key) => Promise<Row | undefined> {
  let waiting: Waiting<Key, Row>[] = [];

  async function send(): Promise<void> {
    const sent = waiting;
    waiting = [];
    if (sent.length === 0) return;
    try {
      const rows = new Map((await askAll(sent.map(({ key }) => key))).map(({ place, row }) => [place, row]));
      for (const [place, { done }] of sent.entries()) done(rows.get(place));
    } catch (cause) {
      for (const { fail } of sent) fail(cause);
    }
  }

  return (key) =>
    new Promise((done, fail) => {
      // What came in this turn of the loop goes with the next: nobody waits for more.
      if (waiting.length === 0) setImmediate(() => void send());
      waiting.push({ key, done, fail });
      if (waiting.length === MOST_AT_ONCE) void send();
    });
}
