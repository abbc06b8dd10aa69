// The shop that the examples of the API reference speak of: a new shop with one service, a logo.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#platform/paths.ts';

const fields = `fields:
  - name: brandName
    kind: text
    required: false
    max: 80
    label: { en: "Brand name", es: "Nombre de la marca", jp: "ブランド名" }
    help: { en: "Exactly as it should appear.", es: "Tal como debe aparecer.", jp: "表示するとおりにご記入ください。" }
  - name: language
    kind: choice
    required: true
    options: [{ value: en, label: { en: "English", es: "Inglés", jp: "英語" } }]
    label: { en: "Language", es: "Idioma", jp: "言語" }
    help: { en: "Of the logo.", es: "Del logo.", jp: "ロゴの言語です。" }
  - name: founded
    kind: number
    required: false
    label: { en: "Founded in", es: "Fundada en", jp: "設立年" }
    help: { en: "The year.", es: "El año.", jp: "西暦でご記入ください。" }
  - name: colours
    kind: texts
    required: false
    max: 5
    itemMax: 40
    label: { en: "Colors", es: "Colores", jp: "色" }
    help: { en: "Up to five.", es: "Hasta cinco.", jp: "5つまで。" }
  - name: rightsConfirmed
    kind: yesNo
    required: true
    label: { en: "I may use everything in this brief", es: "Tengo derecho a usar todo", jp: "使用する権利があります" }
    help: { en: "It is yours, or you have permission.", es: "Es tuyo o tienes permiso.", jp: "ご自身のもの、または許可を得たものです。" }

offers:
  - id: logo-3
    unit: { en: "3 concepts", es: "3 propuestas", jp: "3案" }
    note: { en: "For a first mark", es: "Para un primer logo", jp: "最初のロゴに" }
    minQuantity: 1
    maxQuantity: 10
    prices: { EUR: 9900, USD: 10900, AUD: 15900, NOK: 109900 }
    pieces: []
`;

/** The caller removes the folder. */
export async function examplesShop(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-examples-'));
  await cp(join(root, 'create/empty'), folder, { recursive: true });
  const path = join(folder, 'catalogue/first-service.yaml');
  const [head = ''] = (await readFile(path, 'utf8')).split(/^fields:/m);
  await rm(path);
  await writeFile(join(folder, 'catalogue/common.yaml'), 'platforms: []\nfields: []\n');
  await writeFile(
    join(folder, 'catalogue/logo.yaml'),
    head.replace('key: firstService', 'key: logo').replace('slug: first-service', 'slug: logo') + fields,
  );
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
