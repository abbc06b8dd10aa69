// Inputs of parsers that are kept: each run reads them again (tests/corpus), and random ones beside them. An
// input that was parsed wrongly is added there.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';

export type Input = { readonly name: string; readonly bytes: Buffer };

const root = join(import.meta.dirname, '../corpus');

/** The kept inputs of a parser, by the names of their files. */
export const readCorpus = (parser: string): Input[] =>
  readdirSync(join(root, parser))
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(join(root, parser, name)) }));

/** Random inputs: a hundred in each run, many in the full one. */
export const randomRuns = { numRuns: process.env.FULL ? 1_000 : 100 };

/**
 * Pieces that are repeated to compare how work grows: four of them in each run, chosen by the seed, all in
 * the full one.
 */
export const pickPieces = <Piece>(pieces: readonly Piece[]): readonly Piece[] =>
  process.env.FULL ? pieces : (fc.sample(fc.shuffledSubarray([...pieces], { minLength: 4, maxLength: 4 }), 1)[0] ?? pieces);

/** Any text, with halves of characters too. The tables of fast-check's own units take seconds to make. */
export const anyText = (maxLength = 30): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.nat(127), fc.nat(0xffff), fc.constantFrom(0, 10, 13, 0x85, 0x2028, 0x202e, 0x200b, 0xd83d, 0xde00)), { maxLength })
    .map((codes) => String.fromCharCode(...codes));

/**
 * Kept inputs with random changes: bytes replaced, cut, repeated and joined, and bytes that mean something to
 * the parser put between them.
 */
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

const LONGER = 8;
const MAX_ROUNDS = 10;
/** Eight times for work that grows with the square of the length. */
const MAX_RATIO = 3;
const ROUND_MS = 10;
/** Some kernels count processor time in steps of 10 ms, so a sum of several steps is compared. */
const LEAST_MS = 50;

/**
 * The work grows with the length: a text takes about as much as an eighth of it read eight times; with work
 * that grows with its square, an input can stop a server. Both read the same amount in turn, in the
 * processor's time of this thread, so the speed of the machine is no part of the comparison.
 */
export async function expectSteadyWork(parse: (input: string) => unknown, piece: string, count: number): Promise<void> {
  const [short, long] = [piece.repeat(count), piece.repeat(count * LONGER)];
  const read = async (text: string, times: number) => {
    for (let time = 0; time < times; time++) await parse(text);
  };
  let times = 1;
  while ((await processorMs(() => read(short, LONGER * times))) < ROUND_MS) times *= 2;
  let [once, more] = [0, 0];
  for (let round = 0; once < LEAST_MS || (round < MAX_ROUNDS && more / once >= MAX_RATIO); round++) {
    once += await processorMs(() => read(short, LONGER * times));
    more += await processorMs(() => read(long, times));
  }
  const ratio = more / once;
  expect(ratio, `${JSON.stringify(piece)}: ${once} ms in eighths, ${more} ms as a whole`).toBeLessThan(MAX_RATIO);
}

async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
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
