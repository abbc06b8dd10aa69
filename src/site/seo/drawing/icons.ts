// Renders the logo as SVG icons. Pure.
import { markShapes, markSize } from '#lib/logo.ts';
import { escapeHtml } from '#lib/markdown/html.ts';
import { type GlyphColour, glyphSize, type ServiceGlyph } from '#lib/service-glyphs.ts';
import type { Colours } from './colours.ts';

/** The logo in one colour, at a position and size. */
export const drawMark = ({ accent, ink, brass }: Colours): string =>
  `<path fill="${accent}" d="${markShapes.mouth}"/><path fill="${ink}" d="${markShapes.bell}"/>` +
  `<path fill="none" stroke="${brass}" stroke-width="3" stroke-linecap="round" d="${markShapes.sound}"/>`;

/** One file for light and dark: prefers-color-scheme decides. */
export function drawAdaptiveIcon(light: Colours, dark: Colours): { readonly text: string; readonly style: string } {
  const inks = ({ accent, ink, brass }: Colours) => `.m{fill:${accent}}.b{fill:${ink}}.s{stroke:${brass}}`;
  const style = `${inks(light)}@media(prefers-color-scheme:dark){${inks(dark)}}`;
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}"><style>${style}</style>` +
    `<path class="m" d="${markShapes.mouth}"/><path class="b" d="${markShapes.bell}"/>` +
    `<path class="s" fill="none" stroke-width="3" stroke-linecap="round" d="${markShapes.sound}"/></svg>\n`;
  return { text, style };
}

/** The icon of a service, at a position and size. */
export const drawGlyph = ({ ground, lines }: ServiceGlyph, colours: Colours): string =>
  `<path fill="${colours[ground.colour]}" d="${ground.path}"/>` +
  lines.map(({ path, colour }) => `<path ${glyphLine} stroke="${colours[colour]}" d="${path}"/>`).join('');

const glyphLine = 'fill="none" stroke-width="3.3" stroke-linecap="round" stroke-linejoin="round"';

/** A service's favicon, in one file for light and dark. */
export function drawAdaptiveGlyph(
  { ground, lines }: ServiceGlyph,
  light: Colours,
  dark: Colours,
): { readonly text: string; readonly style: string } {
  const shapes: readonly { readonly path: string; readonly colour: GlyphColour }[] = [ground, ...lines];
  const inks = (colours: Colours) =>
    shapes.map(({ colour }, index) => `.c${index}{${index === 0 ? 'fill' : 'stroke'}:${colours[colour]}}`).join('');
  const style = `${inks(light)}@media(prefers-color-scheme:dark){${inks(dark)}}`;
  const paths = shapes.map(({ path }, index) => `<path class="c${index}" ${index === 0 ? '' : glyphLine} d="${path}"/>`);
  return {
    text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${glyphSize} ${glyphSize}"><style>${style}</style>${paths.join('')}</svg>\n`,
    style,
  };
}

/**
 * What stands for the shop in a square: the owner's file as a data URL, or the first letter of its name;
 * absent: the default logo.
 */
export type OwnIcon = { readonly file: string } | { readonly letter: string };

export const iconFont = { family: 'Noto Sans JP', weight: 700 } as const;

/** The owner's icon in a square of `size`. */
function drawOwnIcon(own: OwnIcon, size: number, { accent, 'on-accent': on }: Colours): string {
  if ('file' in own) return `<image width="${size}" height="${size}" href="${own.file}"/>`;
  const letter = `<text x="${size / 2}" y="${size * 0.71}" text-anchor="middle" font-family="${iconFont.family}, ui-sans-serif, system-ui, sans-serif" font-weight="${iconFont.weight}" font-size="${size * 0.62}" fill="${on}">${escapeHtml(own.letter)}</text>`;
  return `<rect width="${size}" height="${size}" rx="${size * 0.2}" fill="${accent}"/>${letter}`;
}

/** A favicon of the owner's icon. */
export const drawOwnFavicon = (own: OwnIcon, light: Colours): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}">${drawOwnIcon(own, markSize, light)}</svg>\n`;

export type SquareIcon = {
  readonly pixels: number;
  /** The part that the logo or the service's icon takes. */
  readonly share: number;
  /** Without it the background is transparent. */
  readonly paper: boolean;
  readonly glyph?: ServiceGlyph;
  readonly own?: OwnIcon | undefined;
};

/** A square icon of one size. */
export function drawSquareIcon(colours: Colours, { pixels, share, paper, glyph: service, own }: SquareIcon): string {
  const size = service ? glyphSize : markSize;
  const side = size / share;
  const edge = (side - size) / 2;
  const inside = service ? drawGlyph(service, colours) : own ? drawOwnIcon(own, size, colours) : drawMark(colours);
  const ctx = paper ? `<rect x="${-edge}" y="${-edge}" width="${side}" height="${side}" fill="${colours.paper}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="${-edge} ${-edge} ${side} ${side}">${ctx}${inside}</svg>`;
}
