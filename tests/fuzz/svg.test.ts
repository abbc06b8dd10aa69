import { createReadStream } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { UserError } from '#lib/user-error.ts';
import { checkSvg } from '#platform/files/svg.ts';
import { changedBytes, expectSteadyWork, fileFolder, randomRuns, readCorpus } from '../support/corpus.ts';

const inputs = readCorpus('svg');
const folder = fileFolder();
afterAll(folder.remove);

/** The id of the message; undefined if it is accepted. */
async function findError(bytes: Uint8Array | string): Promise<string | undefined> {
  try {
    await checkSvg(createReadStream(folder.write(bytes)));
    return undefined;
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause;
    return cause.errors['']?.[0]?.id;
  }
}

describe('SVG', () => {
  test.for(inputs)('$name: accepted or refused, as its name says', async ({ name, bytes }) => {
    expect(await findError(bytes)).toBe({ ok: undefined, active: 'file.svgActive', broken: 'file.svg' }[name.split('-')[0] ?? '']);
  });

  test('any changes of them: accepted or a user error', async () => {
    const meaningful = ['<', '>', '"', "'", '&#x6a;', 'href=', 'url(', ' ', '\n', '<!ENTITY', '\0', '\xff'];
    await fc.assert(
      fc.asyncProperty(changedBytes(inputs, meaningful), async (bytes) => {
        expect([undefined, 'file.svg', 'file.svgActive', 'file.svgLarge']).toContain(await findError(bytes));
      }),
      randomRuns,
    );
  });

  const active = [
    '<script>',
    '<a href="javascript:x">',
    '<g onload="x">',
    "<style>@import 'x'</style>",
    '<g style="fill:url(//x)">',
    `<g onload${' '.repeat(2_500)}="alert(1)">`,
    `<a href${'\n'.repeat(2_500)}="//x">`,
  ];
  test.for(active)('%s anywhere in a drawing: refused', async (part) => {
    for (const before of [0, 1, 65_530, 65_535, 65_536, 67_530, 67_600, 200_000]) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(before)}${part}</svg>`;
      expect(await findError(svg), String(before)).toBe('file.svgActive');
    }
  });

  test.for([
    ['an entity', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'file.svgActive'],
    ['an entity after its beginning', '<svg><!ENTITY a "b"></svg>', 'file.svg'],
    ['a style whose letters are numbers', '<svg><g style="fill:\\75 rl(//x)"/></svg>', 'file.svgActive'],
    ['a style in two parts', '<svg><style>a{fill:ur<!-- -->l(//x)}</style></svg>', 'file.svgActive'],
    ['elements of HTML', '<svg><x xmlns="http://www.w3.org/1999/xhtml"/></svg>', 'file.svgActive'],
    ['no end', '<svg><g>', 'file.svg'],
    [
      'the type of Illustrator',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg/>',
      undefined,
    ],
  ] as const)('%s: refused or accepted', async ([, svg, outcome]) => {
    expect(await findError(svg)).toBe(outcome);
  });

  const pieces = [' ', 'url( ', 'href= ', '<', '"', ' on', 'encoding=', '<a ', 'url("', '@import'];
  test.for(pieces)('%j many times: the work grows with the length', async (piece) => {
    for (const [begin, end] of [
      ['', ''],
      ['<style>a{fill:url(', '#a)}</style>'],
      ['<use href=', '"#a"/>'],
      ['<use href="', '#a"/>'],
      ['<g on', 'x/>'],
      ['<?xml ', '?>'],
    ])
      await expectSteadyWork((text) => findError(`<svg xmlns="http://www.w3.org/2000/svg">${begin}${text}${end}</svg>`), piece, 150);
  });
});
