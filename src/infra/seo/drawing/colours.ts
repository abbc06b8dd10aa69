// Reads the theme colours from the CSS tokens and converts them to sRGB, for icons, share images and the browser's theme colour: SVG renderers do not support
// oklch.
import { readFile } from 'node:fs/promises';
import { codeFile } from '../../paths.ts';

const names = [
  'paper',
  'sunken',
  'ink',
  'ink-soft',
  'accent',
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

export async function readColours(): Promise<{ light: Colours; dark: Colours }> {
  const text = await readFile(tokens, 'utf8');
  const found = names.map((name) => {
    const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\)`).exec(text) ?? [];
    if (!light) throw new Error(`${tokens} has no --${name} as light-dark(oklch(…), oklch(…))`);
    return { name, light: hexOf(light), dark: hexOf(dark) };
  });
  const pick = (theme: 'light' | 'dark') => Object.fromEntries(found.map((each) => [each.name, each[theme]])) as Colours;
  return { light: pick('light'), dark: pick('dark') };
}

/** "0.55 0.19 33" → "#c33415", by the matrices of CSS Color 4. */
function hexOf(oklch: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.trim().split(/\s+/).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(channel).join('')}`;
}

function channel(linear: number): string {
  const within = Math.min(1, Math.max(0, linear));
  const encoded = within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
