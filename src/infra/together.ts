// Small reads that many ask for at the same moment go to the database together: one statement with a list of keys costs hardly more than with one,
// and what a busy server pays for is the trip. Nothing is kept: each read begins after it was asked for.

/** Answers by the place of the key in the list. */
type AskAll<Key, Row> = (keys: readonly Key[]) => Promise<readonly { readonly place: number; readonly row: Row }[]>;

/** So that one statement never holds up the others for long. */
const MOST_AT_ONCE = 200;

type Waiting<Row> = { readonly done: (row: Row | undefined) => void; readonly fail: (cause: unknown) => void };
type Question<Key, Row> = { readonly key: Key; readonly asked: Waiting<Row>[] };

/** `nameOf`: what is the same for two keys that mean the same; such a question is asked once, and all who asked it get the one answer. */
export function together<Key, Row>(
  askAll: AskAll<Key, Row>,
  nameOf: (key: Key) => unknown = (key) => key,
): (key: Key) => Promise<Row | undefined> {
  let waiting = new Map<unknown, Question<Key, Row>>();

  async function send(): Promise<void> {
    const sent = [...waiting.values()];
    waiting = new Map();
    if (sent.length === 0) return;
    try {
      const rows = new Map((await askAll(sent.map(({ key }) => key))).map(({ place, row }) => [place, row]));
      for (const [place, { asked }] of sent.entries()) for (const { done } of asked) done(rows.get(place));
    } catch (cause) {
      for (const { asked } of sent) for (const { fail } of asked) fail(cause);
    }
  }

  return (key) =>
    new Promise((done, fail) => {
      // What came in this turn of the loop goes with the next: nobody waits for more.
      if (waiting.size === 0) setImmediate(() => void send());
      const name = nameOf(key);
      const same = waiting.get(name);
      if (same) same.asked.push({ done, fail });
      else waiting.set(name, { key, asked: [{ done, fail }] });
      if (waiting.size === MOST_AT_ONCE) void send();
    });
}
