import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_RANGE, COMMON_RANGE, FACE_RANGES, listCodePoints } from '#lib/look/font-ranges.ts';
import { root } from '#platform/paths.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = ['ui/styles/base', 'platform/internal-pages/internal-pages', 'site/developers/developers'];

test.each(files)('display font in src/%s.css: the common face is declared after the rest, and has the common range', (file) => {
  const css = read(`src/${file}.css`);
  const faces = [...css.matchAll(/@font-face \{[^}]*?url\("[^"]*-(common|rest)\.woff2"\)[^}]*\}/g)];
  expect(faces.map(([, part]) => part)).toEqual(['rest', 'common']);
  const getRange = (face: string | undefined) => /unicode-range:([^;]*);/.exec(face ?? '')?.[1]?.replaceAll(/\s/g, '');
  expect(getRange(faces[1]?.[0])).toBe(FACE_RANGES.common);
  expect([undefined, FACE_RANGES.rest]).toContain(getRange(faces[0]?.[0]));
});

test('display font: the ranges of the faces have the characters of the files, and none of Japanese, which would wait for a file', () => {
  const [common, rest] = [FACE_RANGES.common, FACE_RANGES.rest].map((range) => new Set(listCodePoints(range)));
  expect(listCodePoints(COMMON_RANGE).filter((code) => !common?.has(code))).toEqual([]);
  const isInvisible = (code: number) => code < 0x20 || code === 0x7f || code >= 0xfeff;
  const others = listCodePoints(ALL_RANGE).filter((code) => !listCodePoints(COMMON_RANGE).includes(code) && !isInvisible(code));
  expect(others.filter((code) => !rest?.has(code))).toEqual([]);
  for (const range of [common, rest]) expect(Math.max(...(range ?? []))).toBeLessThan('\u3000'.charCodeAt(0));
});

test('display font: all signs of the English and Spanish texts of the storefront are common', () => {
  const common = new Set(listCodePoints(COMMON_RANGE));
  const all = new Set(listCodePoints(ALL_RANGE));
  const text = globSync('locales/!(server)/{en,es}.po', { cwd: root }).map(read).join('');
  const messages = [...text.matchAll(/^msgstr "(.*)"$/gm)].map(([, message]) => message).join('');
  expect(messages.length).toBeGreaterThan(10_000);
  expect([...new Set(messages)].filter((sign) => all.has(sign.codePointAt(0) ?? 0) && !common.has(sign.codePointAt(0) ?? 0))).toEqual([]);
});
