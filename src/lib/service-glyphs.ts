// The icons of the services as shapes in a 48-unit square, shared by pages, favicons and share images.

export const glyphSize = 48;

/** Tokens of the colours. */
export type GlyphColour = 'accent-soft' | 'brass-soft' | 'good-soft' | 'warn-soft' | 'sunken' | 'accent' | 'ink' | 'good' | 'warn';

type Shape<Colour extends GlyphColour> = { readonly path: string; readonly colour: Colour };

export type ServiceGlyph = {
  readonly ground: Shape<'accent-soft' | 'brass-soft' | 'good-soft' | 'warn-soft' | 'sunken'>;
  readonly lines: readonly Shape<'accent' | 'ink' | 'good' | 'warn'>[];
};

const disc = 'M24 2a22 22 0 1 1 0 44a22 22 0 1 1 0-44z';
const square = 'M14 2h20a12 12 0 0 1 12 12v20a12 12 0 0 1-12 12H14A12 12 0 0 1 2 34V14A12 12 0 0 1 14 2z';

/** A stack of pieces. */
const bundle: ServiceGlyph = {
  ground: { path: square, colour: 'brass-soft' },
  lines: [
    { path: 'm24 11 14 7-14 7-14-7z', colour: 'ink' },
    { path: 'm11 25 13 6.5L37 25M11 31.5 24 38l13-6.5', colour: 'accent' },
  ],
};

const glyphs: Readonly<Record<string, ServiceGlyph>> = {
  'social-boosts': {
    ground: { path: disc, colour: 'accent-soft' },
    lines: [{ path: 'M12 34 20 22l7 6 10-15', colour: 'accent' }],
  },
  'brand-stories': {
    ground: { path: square, colour: 'brass-soft' },
    lines: [{ path: 'M13 12h9a4 4 0 0 1 4 4v20a4 4 0 0 0-4-4h-9zM37 12h-7a4 4 0 0 0-4 4v20a4 4 0 0 1 4-4h7z', colour: 'ink' }],
  },
  'quick-reads': {
    ground: { path: disc, colour: 'good-soft' },
    lines: [{ path: 'M14 17h20M14 24h20M14 31h12', colour: 'good' }],
  },
  'catchy-phrases': {
    ground: { path: 'M24 2 46 24 24 46 2 24z', colour: 'accent-soft' },
    lines: [{ path: 'M17 28c3 0 4-2 4-5v-5h-6v6h4M29 28c3 0 4-2 4-5v-5h-6v6h4', colour: 'accent' }],
  },
  'content-checker': {
    ground: { path: square, colour: 'warn-soft' },
    lines: [{ path: 'm13 25 7 7 15-17', colour: 'warn' }],
  },
  'hashtag-magic': {
    ground: { path: disc, colour: 'sunken' },
    lines: [{ path: 'M20 12 16 36M32 12l-4 24M11 20h27M10 29h27', colour: 'ink' }],
  },
};

/** A service without an icon of its own is drawn as a bundle. */
export const glyphOf = (slug: string): ServiceGlyph => glyphs[slug] ?? bundle;
