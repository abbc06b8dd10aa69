// npm run fanfare -- fonts: makes the files in src/ui/fonts of the variable fonts of Google Fonts: one
// weight, that of headings, which is a third of the bytes of all weights, in two files by their characters
// (src/lib/look/font-ranges.ts). Run it after a change of a font's version or of the ranges.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALL_RANGE, COMMON_RANGE, listCodePoints } from '#lib/look/font-ranges.ts';
import { getToolFile, loadTool } from './tools/fetch-tool.ts';

type SubsetFont = (font: Buffer, text: string, options: object) => Promise<Buffer>;

/** The weight of headings (src/ui/styles/base.css). */
const WEIGHT = 650;
const FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum'];
/** Copyright, family, version, licence and its address. */
const NAMES = [0, 1, 5, 13, 14];
const fonts = ['bricolage-grotesque', 'fraunces', 'newsreader', 'space-grotesk'];

const { default: subsetFont } = await loadTool<{ default: SubsetFont }>('subset-font', 'subset-font/index.js');
const folder = join(import.meta.dirname, '../src/ui/fonts');
const common = new Set(listCodePoints(COMMON_RANGE));
const rest = listCodePoints(ALL_RANGE).filter((code) => !common.has(code));

for (const name of fonts) {
  const source = getToolFile('subset-font', `@fontsource-variable/${name}`);
  const font = await readFile(join(source, `files/${name}-latin-wght-normal.woff2`));
  for (const [part, codes] of Object.entries({ common: [...common], rest })) {
    const made = await subsetFont(font, String.fromCodePoint(...codes), {
      targetFormat: 'woff2',
      variationAxes: { wght: WEIGHT },
      keepFeatures: FEATURES,
      preserveNameIds: NAMES,
      noHinting: true,
    });
    await writeFile(join(folder, `${name}-${part}.woff2`), made);
    console.log(`${name}-${part}.woff2: ${made.length} bytes`);
  }
  await copyFile(join(source, 'LICENSE'), join(folder, `${name}-LICENSE.txt`));
}
