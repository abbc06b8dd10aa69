// Inputs of parsers that are kept: each run reads them again (tests/corpus), and random ones beside them. An input that was parsed wrongly is added there.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';

export type Input = { readonly name: string; readonly bytes: Buffer };

const root = join(import.meta.dirname, '../corpus');

/** The kept inputs of a parser, by the names of their files. */
export const corpusOf = (parser: string): Input[] =>
  readdirSync(join(root, parser))
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(join(root, parser, name)) }));

/** Random inputs: a hundred in each run, many in the full one. */
export const randomRuns = { numRuns: process.env.FULL ? 1_000 : 100 };

/** Kept inputs with random changes: bytes replaced, cut, repeated and joined, and bytes that mean something to the parser put between them. */
export function changedBytes(inputs: readonly Input[], meaningful: readonly string[]): fc.Arbitrary<Buffer> {
  const seed = fc.constantFrom(...inputs.map(({ bytes }) => bytes));
  const insert = fc.oneof(
    fc.constantFrom(...meaningful).map((text) => Buffer.from(text, 'latin1')),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
  );
  const change = fc.record({ at: fc.nat(), removed: fc.nat(64), insert, times: fc.nat(4) });
  return fc.tuple(seed, fc.array(change, { maxLength: 8 })).map(([bytes, changes]) =>
    changes.reduce((all, { at, removed, insert: inserted, times }) => {
      const place = at % (all.length + 1);
      return Buffer.concat([all.subarray(0, place), ...Array.from({ length: times }, () => inserted), all.subarray(place + removed)]);
    }, bytes),
  );
}

const SIZES = [1, 8] as const;
const TRIES = 3;
/** Work that grows with the square of the length takes 64 times as much. */
const MAX_RATIO = 24;
/** Below this, measurements are noise. */
const FLOOR_MS = 2;

/** Eight times the input takes about eight times the work; with the square of it, an input can stop a server. Measured in the time of this thread's processor. */
export async function expectSteadyWork(parse: (input: string) => unknown, piece: string, count: number): Promise<void> {
  const times: number[] = [];
  for (const size of SIZES) {
    const input = piece.repeat(count * size);
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < TRIES; round++) {
      const before = process.threadCpuUsage();
      await parse(input);
      const { user, system } = process.threadCpuUsage(before);
      least = Math.min(least, (user + system) / 1_000);
    }
    times.push(least);
  }
  const [once = 0, more = 0] = times;
  expect(more / Math.max(once, FLOOR_MS), `${JSON.stringify(piece)}: ${once} ms, eight times as long ${more} ms`).toBeLessThan(MAX_RATIO);
}

/** For parsers that read a file. */
export function fileFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-corpus-'));
  return {
    write(bytes: Uint8Array | string): string {
      const path = join(folder, 'input');
      writeFileSync(path, bytes);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
