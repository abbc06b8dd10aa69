// Worker thread: draws icons and share images with resvg, which is one WebAssembly file for every platform and gives the same bytes everywhere.
import { readFile } from 'node:fs/promises';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import PDFDocument from 'pdfkit';
import { move } from 'piscina';
import UPNG from 'upng-js';
import { codeFile } from '../../paths.ts';
import type { DrawingWork } from '../drawings.ts';
import { icoOf } from './ico.ts';
import { squareIcon } from './icons.ts';
import { type Family, families, pictureOf, type Type } from './picture.ts';

const fontFiles = [
  { family: 'Bricolage Grotesque', weight: 500, file: 'bricolage-grotesque/500Medium/BricolageGrotesque_500Medium.ttf' },
  { family: 'Bricolage Grotesque', weight: 700, file: 'bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf' },
  { family: 'Noto Sans JP', weight: 500, file: 'noto-sans-jp/500Medium/NotoSansJP_500Medium.ttf' },
  { family: 'Noto Sans JP', weight: 700, file: 'noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf' },
] as const satisfies readonly { readonly family: Family; readonly weight: number; readonly file: string }[];

const PALETTE_COLOURS = 256;

await initWasm(await readFile(codeFile('node_modules/@resvg/resvg-wasm/index_bg.wasm')));
const fonts = await Promise.all(
  fontFiles.map(async ({ file, ...font }) => ({
    ...font,
    bytes: await readFile(codeFile(`node_modules/@expo-google-fonts/${file}`)),
  })),
);

// resvg does not break lines; the PDF library can measure the fonts.
const measuringDocument = new PDFDocument({ autoFirstPage: false, font: '' });
for (const { family, weight, bytes } of fonts) measuringDocument.registerFont(`${family} ${weight}`, bytes);
const measureType =
  ({ family, weight, size }: Type) =>
  (text: string): number =>
    measuringDocument.font(`${family} ${weight}`).fontSize(size).widthOfString(text);

export const work = (drawing: DrawingWork) => move(new Uint8Array(bytesOf(drawing)));

function bytesOf({ drawing, colours }: DrawingWork): Uint8Array {
  if (drawing.kind === 'picture') {
    const { texts } = drawing;
    // resvg reads the fonts again for each image, and the Japanese ones are large.
    return pngOf(pictureOf(texts, colours, measureType), [families.en, families[texts.locale]]);
  }
  if (drawing.kind === 'icon') return pngOf(squareIcon(colours, drawing));
  return icoOf(drawing.sizes.map((pixels) => ({ pixels, png: pngOf(squareIcon(colours, { pixels, share: 1, paper: false })) })));
}

function pngOf(svg: string, fontFamilies: readonly Family[] = []): Uint8Array {
  const fontBuffers = fonts.filter(({ family }) => fontFamilies.includes(family)).map(({ bytes }) => bytes);
  const parsed = new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false } });
  const image = parsed.render();
  try {
    const rgba = new Uint8Array(image.pixels);
    // A palette makes the PNG less than half as large as resvg's own.
    return new Uint8Array(UPNG.encode([rgba.buffer], image.width, image.height, PALETTE_COLOURS));
  } finally {
    image.free();
    parsed.free();
  }
}
