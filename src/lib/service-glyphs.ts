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

const glyphs = {
  chart: {
    ground: { path: disc, colour: 'accent-soft' },
    lines: [{ path: 'M12 34 20 22l7 6 10-15', colour: 'accent' }],
  },
  book: {
    ground: { path: square, colour: 'brass-soft' },
    lines: [{ path: 'M13 12h9a4 4 0 0 1 4 4v20a4 4 0 0 0-4-4h-9zM37 12h-7a4 4 0 0 0-4 4v20a4 4 0 0 1 4-4h7z', colour: 'ink' }],
  },
  page: {
    ground: { path: disc, colour: 'good-soft' },
    lines: [{ path: 'M14 17h20M14 24h20M14 31h12', colour: 'good' }],
  },
  quotes: {
    ground: { path: 'M24 2 46 24 24 46 2 24z', colour: 'accent-soft' },
    lines: [{ path: 'M17 28c3 0 4-2 4-5v-5h-6v6h4M29 28c3 0 4-2 4-5v-5h-6v6h4', colour: 'accent' }],
  },
  check: {
    ground: { path: square, colour: 'warn-soft' },
    lines: [{ path: 'm13 25 7 7 15-17', colour: 'warn' }],
  },
  hash: {
    ground: { path: disc, colour: 'sunken' },
    lines: [{ path: 'M20 12 16 36M32 12l-4 24M11 20h27M10 29h27', colour: 'ink' }],
  },
  globe: {
    ground: { path: disc, colour: 'brass-soft' },
    lines: [{ path: 'M24 11a13 13 0 1 1 0 26a13 13 0 1 1 0-26zM11 24h26M24 11q10 13 0 26q-10-13 0-26', colour: 'ink' }],
  },
  pen: {
    ground: { path: square, colour: 'accent-soft' },
    lines: [{ path: 'm12 36 3-10L31 10l7 7-16 16zM27 14l7 7', colour: 'accent' }],
  },
  picture: {
    ground: { path: square, colour: 'good-soft' },
    lines: [{ path: 'M11 13h26v22H11zM11 31l8-8 6 6 5-4 7 7M28 19h3', colour: 'good' }],
  },
  film: {
    ground: { path: disc, colour: 'warn-soft' },
    lines: [{ path: 'M18 13v22l18-11z', colour: 'warn' }],
  },
  seal: {
    ground: { path: disc, colour: 'accent-soft' },
    lines: [{ path: 'M24 10a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM19 27l-3 12 8-4 8 4-3-12', colour: 'accent' }],
  },
} satisfies Readonly<Record<string, ServiceGlyph>>;

export type GlyphName = keyof typeof glyphs;
export const glyphNames = Object.keys(glyphs) as GlyphName[];

/** A service without an icon is drawn as a bundle. */
export const getGlyph = (icon: string | null): ServiceGlyph => (Object.hasOwn(glyphs, icon ?? '') ? glyphs[icon as GlyphName] : bundle);
