// The palette of a shop, computed from one accent colour: every text colour has AA contrast on every ground
// that it is used on. Pure.
import { clampToSrgb, computeContrast, type Oklch, toHex, toOklch } from './colour.ts';

export const themedColours = [
  'paper',
  'surface',
  'sunken',
  'ink',
  'ink-soft',
  'line',
  'line-strong',
  'accent',
  'accent-hover',
  'on-accent',
  'accent-soft',
  'brass',
  'brass-soft',
] as const;
export type ColourName = (typeof themedColours)[number];
export type ColourSet = Readonly<Record<ColourName, string>>;
export type Palette = { readonly light: ColourSet; readonly dark: ColourSet };

/** AA for text is 4.5; the rest is for rounding. */
const TEXT_CONTRAST = 4.55;
/** Below this chroma an accent is grey and has no hue. */
const GREY = 0.02;
/** The tokens' neutrals are cream, which takes more chroma than other hues. */
const NEUTRAL_SHARE = 0.7;
/** How far the second colour is from the accent on the colour wheel. */
const SECOND_HUE = 47;

/** Lightness and chroma of the tokens in src/ui/styles/tokens.css. */
type Tone = readonly [lightness: number, chroma: number];
const neutrals = {
  paper: [
    [0.985, 0.008],
    [0.19, 0.012],
  ],
  surface: [
    [1, 0],
    [0.235, 0.014],
  ],
  sunken: [
    [0.962, 0.012],
    [0.165, 0.01],
  ],
  ink: [
    [0.235, 0.022],
    [0.95, 0.012],
  ],
  'ink-soft': [
    [0.47, 0.022],
    [0.76, 0.016],
  ],
  line: [
    [0.9, 0.014],
    [0.32, 0.016],
  ],
  'line-strong': [
    [0.62, 0.02],
    [0.58, 0.02],
  ],
} as const satisfies Partial<Record<ColourName, readonly [light: Tone, dark: Tone]>>;

export function createPalette(accent: string): Palette {
  const own = toOklch(accent);
  return { light: createColours('light', own), dark: createColours('dark', own) };
}

type Theme = 'light' | 'dark';

function createColours(theme: Theme, own: Oklch): ColourSet {
  const isLight = theme === 'light';
  // A dull accent has dull neutrals, and a grey one grey ones.
  const vividness = own.chroma < GREY ? 0 : Math.min(1, own.chroma / 0.12);
  const tone = ([lightness, chroma]: Tone, turn = 0): string =>
    toHex(clampToSrgb({ lightness, chroma: chroma * vividness, hue: own.hue + turn }));
  const neutral = ([lightness, chroma]: Tone): string => tone([lightness, chroma * NEUTRAL_SHARE]);
  const grounds = Object.fromEntries(
    Object.entries(neutrals).map(([name, [light, dark]]) => [name, neutral(isLight ? light : dark)]),
  ) as Record<keyof typeof neutrals, string>;
  const soft = tone(isLight ? [0.95, 0.03] : [0.3, 0.05]);
  const secondSoft = tone(isLight ? [0.955, 0.035] : [0.32, 0.045], SECOND_HUE);
  const onAccent = tone(isLight ? [0.99, 0.01] : [0.2, 0.04]);
  const main = findReadable(own, { theme, on: [grounds.paper, grounds.surface, grounds.sunken, soft, secondSoft, onAccent] });
  return {
    ...grounds,
    accent: toHex(main),
    'accent-hover': toHex(clampToSrgb({ ...main, lightness: main.lightness + (isLight ? -0.06 : 0.06) })),
    'on-accent': onAccent,
    'accent-soft': soft,
    brass: tone(isLight ? [0.78, 0.13] : [0.8, 0.12], SECOND_HUE),
    'brass-soft': secondSoft,
  };
}

/** The accent itself, or the nearest lightness with which it can be read. */
function findReadable(own: Oklch, { theme, on }: { theme: Theme; on: readonly string[] }): Oklch {
  const step = theme === 'light' ? -0.005 : 0.005;
  const isReadable = (colour: Oklch) => on.every((ground) => computeContrast(toHex(colour), ground) >= TEXT_CONTRAST);
  let colour = clampToSrgb(own);
  while (!isReadable(colour) && (theme === 'light' ? colour.lightness > 0.1 : colour.lightness < 0.98))
    colour = clampToSrgb({ ...own, lightness: colour.lightness + step });
  return colour;
}
