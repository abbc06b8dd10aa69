// Renders the logo as SVG icons. Pure.
import { markShapes, markSize } from '../../../lib/logo.ts';
import type { Colours } from './colours.ts';

/** The logo in one colour, at a position and size. */
export const mark = ({ accent, ink, brass }: Colours): string =>
  `<path fill="${accent}" d="${markShapes.mouth}"/><path fill="${ink}" d="${markShapes.bell}"/>` +
  `<path fill="none" stroke="${brass}" stroke-width="3" stroke-linecap="round" d="${markShapes.sound}"/>`;

/** One file for light and dark: prefers-color-scheme decides. */
export function adaptiveIcon(light: Colours, dark: Colours): { readonly text: string; readonly style: string } {
  const inks = ({ accent, ink, brass }: Colours) => `.m{fill:${accent}}.b{fill:${ink}}.s{stroke:${brass}}`;
  const style = `${inks(light)}@media(prefers-color-scheme:dark){${inks(dark)}}`;
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}"><style>${style}</style>` +
    `<path class="m" d="${markShapes.mouth}"/><path class="b" d="${markShapes.bell}"/>` +
    `<path class="s" fill="none" stroke-width="3" stroke-linecap="round" d="${markShapes.sound}"/></svg>\n`;
  return { text, style };
}

/** A square icon of one size. `share`: the part that the logo takes; without paper the background is transparent. */
export function squareIcon(colours: Colours, { pixels, share, paper }: { pixels: number; share: number; paper: boolean }): string {
  const side = markSize / share;
  const edge = (side - markSize) / 2;
  const ctx = paper ? `<rect x="${-edge}" y="${-edge}" width="${side}" height="${side}" fill="${colours.paper}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="${-edge} ${-edge} ${side} ${side}">${ctx}${mark(colours)}</svg>`;
}
