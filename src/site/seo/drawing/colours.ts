// Reads the theme colours from the CSS tokens and converts them to sRGB, for icons, share images and the
// browser's theme colour: SVG renderers do not support oklch.
import { readFile } from 'node:fs/promises';
import { type Oklch, toHex } from '#lib/look/colour.ts';
import type { ShopLook } from '#lib/look/look.ts';
import { type ColourSet, createPalette } from '#lib/look/palette.ts';
import { codeFile } from '#platform/paths.ts';

const names = [
  'paper',
  'sunken',
  'ink',
  'ink-soft',
  'accent',
  'on-accent',
  'accent-soft',
  'brass',
  'brass-soft',
  'good',
  'good-soft',
  'warn',
  'warn-soft',
] as const;
export type Colours = Readonly<Record<(typeof names)[number], string>>;

const tokens = codeFile('src/ui/styles/tokens.css');

/** The tokens, with the colours of the owner's accent. */
export async function readColours({ accent }: Pick<ShopLook, 'accent'>): Promise<{ light: Colours; dark: Colours }> {
  const text = await readFile(tokens, 'utf8');
  const found = names.map((name) => {
    const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\)`).exec(text) ?? [];
    if (!light) throw new Error(`${tokens} has no --${name} as light-dark(oklch(…), oklch(…))`);
    return { name, light: toHex(parseOklch(light)), dark: toHex(parseOklch(dark)) };
  });
  const pick = (theme: 'light' | 'dark') => Object.fromEntries(found.map((each) => [each.name, each[theme]])) as Colours;
  const own = accent === undefined ? undefined : createPalette(accent);
  return { light: withOwn(pick('light'), own?.light), dark: withOwn(pick('dark'), own?.dark) };
}

const withOwn = (tokens: Colours, own: ColourSet | undefined): Colours =>
  own ? (Object.fromEntries(names.map((name) => [name, own[name as keyof ColourSet] ?? tokens[name]])) as Colours) : tokens;

/** "0.55 0.19 33" */
function parseOklch(text: string): Oklch {
  const [lightness = 0, chroma = 0, hue = 0] = text.trim().split(/\s+/).map(Number);
  return { lightness, chroma, hue };
}
