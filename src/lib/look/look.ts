// The look that an owner chooses: an accent, a type pairing, corners and density. Pure.
import { FACE_RANGES, type FontPart } from './font-ranges.ts';
import { createPalette, themedColours } from './palette.ts';

/** Pairings of a display font with the system's text font. `system` has no font to load. */
export const typeNames = ['grotesque', 'serif', 'geometric', 'literary', 'system'] as const;
export type TypeName = (typeof typeNames)[number];
export const cornerNames = ['round', 'soft', 'square'] as const;
export const densityNames = ['airy', 'compact'] as const;

export type ShopLook = {
  /** Absent: the colours of the tokens. */
  readonly accent?: string | undefined;
  readonly type: TypeName;
  readonly corners: (typeof cornerNames)[number];
  readonly density: (typeof densityNames)[number];
};

export const defaultLook: ShopLook = { type: 'grotesque', corners: 'round', density: 'airy' };

/** A logo is SVG source, or a PNG as a data URL. */
export const PNG_PREFIX = 'data:image/png;base64,';
export const MAX_LOGO_BYTES = 256 * 1024;
export const MAX_SOCIAL_LINKS = 8;

/** `fallback`: measures of Arial Bold in place of the font, so that nothing moves when it loads. */
export type DisplayFont = {
  readonly family: string;
  readonly fallback: { readonly size: number; readonly ascent: number; readonly descent: number };
};

/** The grotesque is declared in src/ui/styles/base.css. */
export const displayFonts = {
  serif: { family: 'Fraunces', fallback: { size: 101.5, ascent: 96.4, descent: 25.1 } },
  geometric: { family: 'Space Grotesk', fallback: { size: 99.7, ascent: 98.7, descent: 29.3 } },
  literary: { family: 'Newsreader', fallback: { size: 93.6, ascent: 78.5, descent: 28.3 } },
} as const satisfies Partial<Record<TypeName, DisplayFont>>;

export type LoadedType = keyof typeof displayFonts;
export const isLoadedType = (type: TypeName): type is LoadedType => type in displayFonts;

const radii = {
  soft: { s: '4px', m: '6px', l: '10px', full: '10px' },
  square: { s: '0px', m: '0px', l: '0px', full: '0px' },
} as const;

const compactSpaces = {
  'space-3': '0.6rem',
  'space-4': '0.8rem',
  'space-5': '1.05rem',
  'space-6': '1.35rem',
  'space-7': '1.75rem',
  'space-8': '2.25rem',
  'space-section': 'clamp(1.75rem, 3.5vw, 3rem)',
  'space-hero': 'clamp(2rem, 5vw, 4rem)',
  'step-4': 'clamp(2rem, 1.6rem + 2vw, 3.2rem)',
} as const;

const formatDeclarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** More than a token, less than its print rules. */
const formatRule = (values: Readonly<Record<string, string>>): string => `html:root{${formatDeclarations(values)}}`;

/** Addresses of the two files of a display font. */
type FontAddresses = Readonly<Record<FontPart, string>>;

/**
 * Style that overrides the tokens; empty for the default look. `addresses`: of the display font, if the look
 * loads one.
 */
export function formatThemeStyle({ accent, type, corners, density }: ShopLook, addresses?: FontAddresses): string {
  return [
    accent === undefined ? '' : formatColourRules(accent),
    isLoadedType(type) && addresses ? formatFontRules(displayFonts[type], addresses) : '',
    type === 'system' ? formatRule({ 'font-display': 'var(--font-text)' }) : '',
    corners === 'round' ? '' : formatRule(addPrefix('radius-', radii[corners])),
    density === 'airy' ? '' : formatRule(compactSpaces),
  ].join('');
}

const addPrefix = (prefix: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));

/** Readers who asked for more contrast keep the tokens' rules for these. */
const softenedNames: readonly string[] = ['ink-soft', 'line', 'line-strong'];

function formatColourRules(accent: string): string {
  const { light, dark } = createPalette(accent);
  const values = (isSoftened: boolean) =>
    Object.fromEntries(
      themedColours
        .filter((name) => softenedNames.includes(name) === isSoftened)
        .map((name) => [name, light[name] === dark[name] ? light[name] : `light-dark(${light[name]},${dark[name]})`]),
    );
  return `${formatRule(values(false))}@media not (prefers-contrast:more){${formatRule(values(true))}}`;
}

function formatFontRules({ family, fallback: { size, ascent, descent } }: DisplayFont, { common, rest }: FontAddresses): string {
  const standIn = `${family} Stand-in`;
  const face = (address: string, range: string) =>
    `@font-face{font-family:"${family}";src:url("${address}");font-weight:400 700;font-display:swap;unicode-range:${range}}`;
  return [
    face(rest, FACE_RANGES.rest),
    face(common, FACE_RANGES.common),
    `@font-face{font-family:"${standIn}";src:local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),local("Helvetica Bold"),local("Roboto Bold");`,
    `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`,
    formatRule({ 'font-display': `"${family}","${standIn}",var(--font-text)` }),
  ].join('');
}
