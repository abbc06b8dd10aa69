// Work that is repeated when something changed, one run after the other, so that an older read never replaces
// a newer one.

export function createSerialRunner(run: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.catch(() => undefined).then(run);
    return last;
  };
}
