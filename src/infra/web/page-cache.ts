// Pages as bytes, in memory: made once for everybody who asks for the same, bounded, and dropped when the catalogue changes. What failed is not kept.
export type KeptPages<T> = {
  get(key: string, make: () => Promise<T>): Promise<T> | T;
  drop(): void;
};

export function keepPages<T>(most: number): KeptPages<T> {
  // Ready ones are handed out without a promise, because most requests are answered here.
  const ready = new Map<string, T>();
  const coming = new Map<string, Promise<T>>();
  let age = 0;

  async function makeOnce(key: string, make: () => Promise<T>): Promise<T> {
    const begun = age;
    try {
      const page = await make();
      // Made from a catalogue that is no more: good for who asked, not for the next.
      if (begun === age) keep(key, page);
      return page;
    } finally {
      if (begun === age) coming.delete(key);
    }
  }

  function keep(key: string, page: T): void {
    ready.set(key, page);
    for (const oldest of ready.keys()) {
      if (ready.size <= most) break;
      ready.delete(oldest);
    }
  }

  return {
    get(key, make) {
      const page = ready.get(key);
      if (page !== undefined) return page;
      const known = coming.get(key) ?? makeOnce(key, make);
      coming.set(key, known);
      return known;
    },
    drop() {
      age += 1;
      ready.clear();
      coming.clear();
    },
  };
}
