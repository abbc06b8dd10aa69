// The mark as icons. Pure.
import { markShapes, markSize } from '../../../lib/logo.ts';
import type { Colours } from './colours.ts';

/** The mark of a colour each, for wherever it stands. */
export const mark = ({ accent, ink, brass }: Colours): string =>
  `<path fill="${accent}" d="${markShapes.mouth}"/><path fill="${ink}" d="${markShapes.bell}"/>` +
  `<path fill="none" stroke="${brass}" stroke-width="3" stroke-linecap="round" d="${markShapes.sound}"/>`;

/** One file for light and dark: the browser's own frame decides. */
export function adaptiveIcon(light: Colours, dark: Colours): { readonly text: string; readonly style: string } {
  const inks = ({ accent, ink, brass }: Colours) => `.m{fill:${accent}}.b{fill:${ink}}.s{stroke:${brass}}`;
  const style = `${inks(light)}@media(prefers-color-scheme:dark){${inks(dark)}}`;
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}"><style>${style}</style>` +
    `<path class="m" d="${markShapes.mouth}"/><path class="b" d="${markShapes.bell}"/>` +
    `<path class="s" fill="none" stroke-width="3" stroke-linecap="round" d="${markShapes.sound}"/></svg>\n`;
  return { text, style };
}

/** A square for one size. `room`: the share of it that the mark takes; without paper its ground is see-through. */
export function squareIcon(colours: Colours, { pixels, room, paper }: { pixels: number; room: number; paper: boolean }): string {
  const side = markSize / room;
  const edge = (side - markSize) / 2;
  const ctx = paper ? `<rect x="${-edge}" y="${-edge}" width="${side}" height="${side}" fill="${colours.paper}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="${-edge} ${-edge} ${side} ${side}">${ctx}${mark(colours)}</svg>`;
}
