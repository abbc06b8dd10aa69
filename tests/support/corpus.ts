// Inputs of parsers that are kept: each run reads them again (tests/corpus), and random ones beside them. An
// input that was parsed wrongly is added there.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TextLanguage } from '#modules/fulfilment/shapes-report.ts';

export type Input = { readonly name: string; readonly bytes: Buffer };

const root = join(import.meta.dirname, '../corpus');

/** The kept inputs of a parser, by the names of their files. */
export const readCorpus = (parser: string): Input[] =>
  readdirSync(join(root, parser))
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(join(root, parser, name)) }));

/** Random inputs: a hundred in each run, many in the full one. */
export const randomRuns = { numRuns: process.env.FULL ? 1_000 : 100 };

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
const MAX_ROUNDS = 40;
/** Eight times for work that grows with the square of the length. */
const MAX_RATIO = 3;
const ROUND_MS = 10;
/** Some kernels count processor time in steps of 10 ms, so a sum of several steps is compared. */
const LEAST_MS = 20;

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

// What a hostile customer may write: scripts, links that are none of the web, signs that reverse or cover a
// line, and words without an end.

const LONG_WORD = 'W'.repeat(2_000);

/** As Markdown, in every place that Markdown has. */
export const HOSTILE = [
  `# ${LONG_WORD} /OpenAction << /S /JavaScript /JS (app.alert(1)) >>`,
  '<script>alert(1)</script> <img src=x onerror=alert(1)> <svg/onload=alert(1)> <iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62; &#x202e;evil',
  '[one](javascript:alert(1)) [two](JaVaScRiPt&#58;alert(1)) [three](data:text/html,<script>alert(1)</script>) <javascript:alert(1)> [four][ref]',
  '[ref]: vbscript:alert(1)',
  '![picture](https://evil.example/pixel.png) ![data](data:image/svg+xml,<svg/onload=alert(1)>)',
  '[safe](https://loaf.example/\\)/S/JavaScript/JS(app.alert(1)) and https://loaf.example/"onmouseover="alert(1)',
  `\u202e${'reversed '.repeat(20)}\u2066\u2067\u202d`,
  `Z${'\u0301\u0489'.repeat(5_000)}`,
  `- ${LONG_WORD}\n- \`${LONG_WORD}\`\n  - [${LONG_WORD}](https://loaf.example/${LONG_WORD})`,
  `> ${'\u00a0'.repeat(1_000)}${LONG_WORD}`,
  `| ${'Day | '.repeat(40)}\n|${'---|'.repeat(40)}\n| ${`${LONG_WORD.slice(0, 200)} | `.repeat(40)}`,
  `\`\`\`\n${LONG_WORD}\n\`\`\``,
].join('\n\n');

// Random request bodies: known field names with unexpected values, so that they get past the first missing
// field.

const nasty = fc.constantFrom<unknown>(
  ...['', ' ', '\u0000', '\ud800', '\u202eabc', '🎺'.repeat(300), "' or 1=1 --", '<script>alert(1)</script>', '../../etc/passwd'],
  ...[-1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER, true, false, null, [], {}, [[]], { toString: 1 }],
);
const value = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.emailAddress() },
);

export const anything = (names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { maxLength: 12, selector: ([name]) => name })
        .map(Object.fromEntries),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

/** The fields of a call's input. */
export const listFieldNames = (input: unknown): readonly string[] => Object.keys((input as { shape?: object } | undefined)?.shape ?? {});

/**
 * Each field of a call alone, with text that a database cannot store: a random body seldom has one field
 * only.
 */
export const unstorable = (input: unknown): readonly unknown[] =>
  listFieldNames(input).flatMap((name) => ['\u0000', '\ud800'].map((text) => ({ [name]: text })));

type Send = (body: unknown) => Promise<{ readonly status: number; readonly text: string }>;

/** Sends bodies at once; an error names what is wrong. */
export const expectAnswers = (send: Send, statuses: readonly number[]) => async (bodies: readonly unknown[]) => {
  for (const { status, text } of await Promise.all(bodies.map(send))) {
    expect(statuses, text).toContain(status);
    if (status === 400) expect(Object.keys(JSON.parse(text).errors).length, text).toBeGreaterThan(0);
  }
};

/** Sends a body to a call of one of the two tables; a stream counts as answered when it begins. */
export function sendingTo(
  origin: string,
  name: string,
  { body: bytes }: { readonly about: string; readonly body?: unknown },
  headers: Readonly<Record<string, string>>,
) {
  const [method = '', path = ''] = name.split(' ');
  return async (body: unknown) => {
    const query = new URLSearchParams(
      Object.entries(Object(body)).map(([key, each]) => [key, typeof each === 'string' ? each : (JSON.stringify(each) ?? '')]),
    );
    const answer = await fetch(`${origin}${path}${method === 'GET' || bytes ? `?${query}` : ''}`, {
      method,
      headers: { ...headers, 'content-type': bytes ? 'application/octet-stream' : 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) ?? '' }),
    });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    const text = isStream ? await answer.body?.cancel().then(() => '') : await answer.text();
    return { status: answer.status, text: text ?? '' };
  };
}

// Texts of maximum length that once made a checker slow. They are the same in every run.

export const TEXT_CHARS = 20_000;
export type NastyText = { readonly name: string; readonly language: TextLanguage; readonly text: string };

let seed = 7;
const random = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x7fffffff) * most);
};
const filled = (next: () => string): string => {
  let text = '';
  while (text.length < TEXT_CHARS) text += next();
  return text.slice(0, TEXT_CHARS).toWellFormed();
};
const again = (part: string): string => filled(() => part);
const mixed = (signs: string): string => filled(() => [...signs][random([...signs].length)] ?? '');
const letters = (count: number, of: string): string => Array.from({ length: count }, () => of[random(of.length)]).join('');
const words = (count: () => number, of: string): string => filled(() => `${letters(count(), of)} `);
const nonsense = (consonants: string, vowels: string): string =>
  filled(
    () => `${Array.from({ length: 2 + random(4) }, () => letters(1, consonants) + letters(1, vowels)).join('')}${random(12) ? '' : '.'} `,
  );

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~';
const of = (language: TextLanguage, texts: Readonly<Record<string, string>>): NastyText[] =>
  Object.entries(texts).map(([name, text]) => ({ name, language, text }));

/** A few characters repeated. The checks shorten repetitions. */
export const repeatedTexts: readonly NastyText[] = [
  ...of('en', {
    brackets: again('('),
    dashes: again('--'),
    'one letter': again('a'),
    'letter and quote': again("a'"),
    'quote and dash': again('"-'),
  }),
  ...of('en', {
    'points and spaces': again('. '),
    'brackets and spaces': again('( ) '),
    emoji: again('😀🎉 '),
    'accents on a letter': again('a\u0301\u0323'),
  }),
  ...of('es', { 'letter and quote': again("a'") }),
  ...of('ja', { 'kanji without punctuation': again('東京'), 'a particle and a comma': again('の、'), emoji: again('😀🎉') }),
];

/** Texts without repetition. */
export const randomTexts: readonly NastyText[] = [
  ...of('en', { nonsense: nonsense('bcdfghjklmnprstvwz', 'aeiou'), 'random words': words(() => 1 + random(12), ALPHABET) }),
  ...of('en', { 'rare letters': words(() => 5, 'qxzjkv'), 'four accents': words(() => 4, 'éüñàøß'), capitals: words(() => 8, 'QXZJKVBD') }),
  ...of('en', { 'words of quotes': filled(() => `${"a'".repeat(1 + random(28))} `), 'words of 16': words(() => 16, ALPHABET) }),
  ...of('en', {
    'one long word': letters(TEXT_CHARS, ALPHABET),
    'all signs': mixed(`${ALPHABET}${ALPHABET.toUpperCase()}0123456789 ${PUNCTUATION}`),
  }),
  ...of('en', { 'quote, dash, point': mixed('"-.'), 'punctuation and spaces': mixed(`${PUNCTUATION} `), digits: mixed('0123456789.,:/ ') }),
  ...of('en', { 'emoji and points': mixed('😀🎉👍🏽 a.'), 'quotes and spaces': mixed('"\' -.') }),
  ...of('es', {
    nonsense: nonsense('bcdfghjlmnñprstv', 'aeiouáéíóú'),
    'four accents': words(() => 4, 'éüñàøß'),
    'mixed capitals': words(() => 7, 'QxzJkvBd'),
  }),
  ...of('ja', {
    kanji: mixed('東京都日本語漢字新聞記者会社員大学生先生学校時間今日明日昨日年月火水木金土'),
    signs: mixed('。、「」（）！？・…'),
  }),
  ...of('ja', {
    hiragana: mixed('あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほ'),
    katakana: mixed('アイウエオカキクケコサシスセソタチツテトナニヌネノ'),
  }),
];
