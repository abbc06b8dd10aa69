import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampToSrgb, computeContrast, toHex, toOklch } from './colour.ts';
import { type ColourSet, createPalette, themedColours } from './palette.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** Text colours and the grounds that the pages put them on. */
const pairs = (['ink', 'ink-soft', 'accent', 'accent-hover'] as const).flatMap((text) =>
  (['paper', 'surface', 'sunken', 'accent-soft', 'brass-soft'] as const).map((ground) => [text, ground] as const),
);

const faintest = (colours: ColourSet): number =>
  Math.min(
    ...pairs.map(([text, ground]) => computeContrast(colours[text], colours[ground])),
    computeContrast(colours['on-accent'], colours.accent),
    computeContrast(colours['on-accent'], colours['accent-hover']),
  );

test('any accent: every text has a contrast of 4.5 on every ground, in light and dark', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      const { light, dark } = createPalette(accent);
      expect(faintest(light)).toBeGreaterThanOrEqual(4.5);
      expect(faintest(dark)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 1_000 },
  );
});

test('any accent: borders of fields have a contrast of 3', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      for (const colours of Object.values(createPalette(accent)))
        expect(computeContrast(colours['line-strong'], colours.surface)).toBeGreaterThanOrEqual(3);
    }),
    { numRuns: 200 },
  );
});

test.each(['#1f5fd0', '#08724a', '#7a2fb5', '#c33415'])('an accent that can be read, %s: it is used as it is in light', (accent) => {
  expect(createPalette(accent).light.accent).toBe(accent);
});

test('a yellow accent: light darkens it and keeps its hue, dark keeps it', () => {
  const { light, dark } = createPalette('#ffd400');
  expect(Math.abs(toOklch(light.accent).hue - toOklch('#ffd400').hue)).toBeLessThan(4);
  expect(dark.accent).toBe('#ffd400');
});

test('a grey accent: no colour has a hue', () => {
  for (const colours of Object.values(createPalette('#555555')))
    for (const name of themedColours) expect(toOklch(colours[name]).chroma, name).toBeLessThan(0.02);
});

test('a colour, to OKLCH and back: it is the same', () => {
  fc.assert(
    fc.property(hex, (colour) => {
      expect(toHex(toOklch(colour))).toBe(colour);
    }),
  );
});

test('a colour outside of sRGB: lightness and hue stay, chroma is reduced', () => {
  const wide = { lightness: 0.6, chroma: 0.4, hue: 150 };
  const within = clampToSrgb(wide);
  expect(within).toMatchObject({ lightness: 0.6, hue: 150 });
  expect(within.chroma).toBeLessThan(0.25);
  expect(within.chroma).toBeGreaterThan(0.15);
});

test("the tokens: every colour of a palette is one of them, with the palette's lightness", () => {
  const tokens = readFileSync(new URL('../../ui/styles/tokens.css', import.meta.url), 'utf8');
  const { light, dark } = createPalette('#c33415');
  for (const name of themedColours) {
    const [, inLight = '', inDark = ''] =
      new RegExp(`--${name}: light-dark\\(oklch\\(([\\d.]+)[^)]*\\), oklch\\(([\\d.]+)`).exec(tokens) ?? [];
    if (name === 'accent' || name === 'accent-hover') continue;
    expect(toOklch(light[name]).lightness, name).toBeCloseTo(Number(inLight), 2);
    expect(toOklch(dark[name]).lightness, name).toBeCloseTo(Number(inDark), 2);
  }
});
