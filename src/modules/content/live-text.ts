// Texts that are read again when there is a new version of their kind.
import { createHash } from 'node:crypto';
import type { Stamps } from './queries.ts';
import type { TextFolder } from './shapes.ts';

export type LiveText<T> = {
  current(): T;
  /** Changes with every new version. Short, because every request for a page compares it. */
  version(): string;
  reload(stamps: Stamps): Promise<void>;
};

/** `named`: what else the texts depend on. */
export async function openLiveText<T>(
  folder: TextFolder,
  stamps: Stamps,
  read: () => Promise<T>,
  named: () => string = () => '',
): Promise<LiveText<T>> {
  const hashVersion = (stamps: Stamps) =>
    createHash('sha256')
      .update(`${stamps.get(folder)}, ${named()}`)
      .digest('base64url');
  let now = { version: hashVersion(stamps), value: await read() };
  return {
    current: () => now.value,
    version: () => now.version,
    async reload(stamps) {
      const version = hashVersion(stamps);
      if (version !== now.version) now = { version, value: await read() };
    },
  };
}
