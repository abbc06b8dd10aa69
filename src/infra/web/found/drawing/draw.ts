// Draws what it is told on its standard input, in a process of its own: the shop goes on meanwhile, and the drawing program's memory is gone afterwards.
// The program is resvg as WebAssembly: the same bytes on every machine, no browser, and Japanese from a font that npm brings.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Drawing } from '../drawings.ts';
import { type Colours, readColours } from './colours.ts';
import { type Widths, widthsOf } from './font.ts';
import { squareIcon } from './icons.ts';
import { type Family, families, pictureOf, type Type } from './picture.ts';
import { ico, type Pixels, png } from './png.ts';

type Font = { readonly family: Family; readonly weight: number; readonly bytes: Buffer; readonly widths: Widths };

const require = createRequire(import.meta.url);
const fontFiles = [
  { family: 'Bricolage Grotesque', weight: 500, pack: 'bricolage-grotesque', file: '500Medium/BricolageGrotesque_500Medium.ttf' },
  { family: 'Bricolage Grotesque', weight: 700, pack: 'bricolage-grotesque', file: '700Bold/BricolageGrotesque_700Bold.ttf' },
  { family: 'Noto Sans JP', weight: 500, pack: 'noto-sans-jp', file: '500Medium/NotoSansJP_500Medium.ttf' },
  { family: 'Noto Sans JP', weight: 700, pack: 'noto-sans-jp', file: '700Bold/NotoSansJP_700Bold.ttf' },
] as const;

const jobs = (await json(process.stdin)) as readonly { readonly path: string; readonly drawing: Drawing }[];
await initWasm(await readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
const fonts = await Promise.all(fontFiles.map(readFont));
const { light } = await readColours();
for (const { path, drawing } of jobs) {
  // Under another name first: whoever reads sees a whole file or none.
  const making = `${path}.${process.pid}`;
  await writeFile(making, bytesOf(drawing, light));
  await rename(making, path);
}

async function readFont({ family, weight, pack, file }: (typeof fontFiles)[number]): Promise<Font> {
  const bytes = await readFile(join(dirname(require.resolve(`@expo-google-fonts/${pack}/package.json`)), file));
  return { family, weight, bytes, widths: widthsOf(bytes) };
}

function bytesOf(drawing: Drawing, colours: Colours): Buffer {
  if (drawing.kind === 'picture') {
    const { texts } = drawing;
    // Each font that is handed over is read anew, and the Japanese ones are large.
    return png(pixelsOf(pictureOf(texts, colours, measureType), [families.en, families[texts.locale]]));
  }
  if (drawing.kind === 'icon') return png(pixelsOf(squareIcon(colours, drawing)));
  return ico(drawing.sizes.map((pixels) => ({ pixels, png: png(pixelsOf(squareIcon(colours, { pixels, room: 1, paper: false }))) })));
}

function pixelsOf(svg: string, wanted: readonly Family[] = []): Pixels {
  const fontBuffers = fonts.filter(({ family }) => wanted.includes(family)).map(({ bytes }) => bytes);
  const drawn = new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false } });
  const image = drawn.render();
  // A copy: the program's own memory is given back.
  const pixels = { width: image.width, height: image.height, rgba: new Uint8Array(image.pixels) };
  image.free();
  drawn.free();
  return pixels;
}

function measureType({ family, weight, size }: Type): (text: string) => number {
  const font = fonts.find((each) => each.family === family && each.weight === weight);
  if (!font) throw new Error(`there is no ${family} ${weight}`);
  return (text) => font.widths(text, size);
}
