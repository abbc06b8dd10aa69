// Child process: draws icons and share images with resvg.

import { readFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';
import UPNG from 'upng-js';
import { codeFile } from '#platform/paths.ts';
import { Resvg } from '#platform/threads/resvg.ts';
import type { DrawingWork } from '../drawings.ts';
import { drawSquareIcon, iconFont } from './icons.ts';
import { drawLogoPicture, drawPicture, type Family, listFamilies, type Type } from './picture.ts';

const fontFiles = [
  { family: 'Bricolage Grotesque', weight: 500, file: 'bricolage-grotesque/500Medium/BricolageGrotesque_500Medium.ttf' },
  { family: 'Bricolage Grotesque', weight: 700, file: 'bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf' },
  { family: 'Fraunces', weight: 500, file: 'fraunces/500Medium/Fraunces_500Medium.ttf' },
  { family: 'Fraunces', weight: 700, file: 'fraunces/700Bold/Fraunces_700Bold.ttf' },
  { family: 'Space Grotesk', weight: 500, file: 'space-grotesk/500Medium/SpaceGrotesk_500Medium.ttf' },
  { family: 'Space Grotesk', weight: 700, file: 'space-grotesk/700Bold/SpaceGrotesk_700Bold.ttf' },
  { family: 'Newsreader', weight: 500, file: 'newsreader/500Medium/Newsreader_500Medium.ttf' },
  { family: 'Newsreader', weight: 700, file: 'newsreader/700Bold/Newsreader_700Bold.ttf' },
  { family: 'Noto Sans JP', weight: 500, file: 'noto-sans-jp/500Medium/NotoSansJP_500Medium.ttf' },
  { family: 'Noto Sans JP', weight: 700, file: 'noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf' },
] as const satisfies readonly { readonly family: Family; readonly weight: number; readonly file: string }[];

const PALETTE_COLOURS = 256;

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

export function work({ drawing, colours }: DrawingWork): Uint8Array {
  if (drawing.kind === 'picture') {
    const { texts } = drawing;
    // resvg reads the fonts again for each image, and the Japanese ones are large.
    return renderPng(drawPicture(texts, colours, measureType), listFamilies(texts));
  }
  if (drawing.kind === 'logo') return renderPng(drawLogoPicture(drawing));
  const fontFamilies = drawing.own && 'letter' in drawing.own ? [iconFont.family] : [];
  if (drawing.kind === 'icon') return renderPng(drawSquareIcon(colours, drawing), fontFamilies);
  const drawIcon = (pixels: number) =>
    renderPng(drawSquareIcon(colours, { pixels, share: 1, paper: false, own: drawing.own }), fontFamilies);
  return encodeIco(drawing.sizes.map((pixels) => ({ pixels, png: drawIcon(pixels) })));
}

function renderPng(svg: string, fontFamilies: readonly Family[] = []): Uint8Array {
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

/** Several PNG images in one ICO file. Pure. */
type IcoImage = { readonly pixels: number; readonly png: Uint8Array };

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const COLOUR_BITS = 32;

function encodeIco(images: readonly IcoImage[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { pixels, png }] of images.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    header.set([pixels, pixels], at);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(COLOUR_BITS, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}
