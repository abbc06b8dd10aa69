// A text that is read again when its version changes.
export type LiveText<T> = {
  current(): T;
  /** Changes with every new version. */
  version(): string;
  reload(): Promise<void>;
};

type LiveSource<T> = { readonly versionNow: () => Promise<string>; readonly read: () => Promise<T> };

export function liveText<T>(first: { readonly value: T; readonly version: string }, { versionNow, read }: LiveSource<T>): LiveText<T> {
  let now = first;
  let reading = Promise.resolve();
  return {
    current: () => now.value,
    version: () => now.version,
    reload() {
      // Sequential, so that an older read never replaces a newer one.
      reading = reading
        .catch(() => undefined)
        .then(async () => {
          const version = await versionNow();
          if (version !== now.version) now = { version, value: await read() };
        });
      return reading;
    },
  };
}
