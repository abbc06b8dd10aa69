// Colours: sRGB as "#rrggbb", OKLCH, and the contrast of WCAG 2.2. Pure.

/** Lightness 0 to 1, chroma from 0, hue in degrees. */
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };

export const isHexColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const parseChannels = (hex: string): [number, number, number] => {
  const at = (index: number) => Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16) / 255;
  return [at(0), at(1), at(2)];
};

const toLinear = (encoded: number): number => (encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4);
const toEncoded = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

/** By the matrices of CSS Color 4. */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = parseChannels(hex).map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: hue < 0 ? hue + 360 : hue,
  };
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** A channel outside of sRGB is cut off. */
export const toHex = (colour: Oklch): string =>
  `#${toLinearRgb(colour)
    .map((linear) => Math.round(toEncoded(Math.min(1, Math.max(0, linear))) * 255))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;

const TOLERANCE = 0.0005;
const isInSrgb = (colour: Oklch): boolean => toLinearRgb(colour).every((linear) => linear >= -TOLERANCE && linear <= 1 + TOLERANCE);

/** The colour with as much of its chroma as sRGB has, so that its hue and lightness stay. */
export function clampToSrgb(colour: Oklch): Oklch {
  if (isInSrgb(colour)) return colour;
  let [least, most] = [0, colour.chroma];
  for (let step = 0; step < 20; step += 1) {
    const middle = (least + most) / 2;
    if (isInSrgb({ ...colour, chroma: middle })) least = middle;
    else most = middle;
  }
  return { ...colour, chroma: least };
}

function getLuminance(hex: string): number {
  const [red, green, blue] = parseChannels(hex).map(toLinear) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours by WCAG 2.2, from 1 to 21. */
export function computeContrast(first: string, second: string): number {
  const [lower = 0, higher = 0] = [getLuminance(first), getLuminance(second)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}
