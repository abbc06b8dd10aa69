// The services as a CSV file that the import reads, and a template for it.

import { type CurrencyCode, currencyCode, currencyNumber, decimalMoney, getDecimals } from '#lib/money/money.ts';
import { editSpreadsheet } from '#modules/catalogue/actions.ts';
import { type ServiceCells, serviceColumns } from '#modules/catalogue/spreadsheet/shapes-columns.ts';
import type { Download } from '#platform/http/api-routes.ts';
import { createCsvDownload } from '#platform/http/csv-download.ts';
import type { TextDeps } from '../actions.ts';

type Clocked = Pick<TextDeps, 'ctx' | 'catalogue'>;

const listCodes = ({ catalogue }: Clocked): readonly CurrencyCode[] => catalogue.currencies().sold.map(currencyCode);

const fileWith = (deps: Clocked, name: string, rows: readonly ServiceCells[]): Promise<Download> =>
  createCsvDownload<ServiceCells>(deps.ctx.clock.now(), {
    name,
    columns: Object.fromEntries(
      serviceColumns(listCodes(deps)).map(({ field, label }) => [label, (row: ServiceCells) => row[field] ?? '']),
    ),
    page: async () => ({ rows, next: null }),
  });

export async function servicesFile(deps: Clocked): Promise<Download> {
  const { exportedServices } = await editSpreadsheet();
  return fileWith(deps, 'services', await exportedServices(deps.ctx.db.orm, listCodes(deps)));
}

/** An invented service with two offers. */
const example: ServiceCells = {
  slug: 'example-service',
  'name.en': 'Example service',
  'name.es': 'Servicio de ejemplo',
  'name.jp': 'サービスの例',
  'summary.en': 'One sentence that says what the customer gets.',
  'summary.es': 'Una frase que diga qué recibe el cliente.',
  'summary.jp': 'お客様が受け取るものを1文で。',
  'description.en': 'What you need, what you do, what you deliver.',
  'description.es': 'Qué necesitas, qué haces y qué entregas.',
  'description.jp': '必要なもの、行うこと、納品するもの。',
  'contains.en': 'One line for each thing\nthat is included',
  'contains.es': 'Una línea por cada cosa\nque se incluye',
  'contains.jp': '含まれるものを\n1行に1つずつ',
  'sample.caption.en': 'Sample',
  'sample.caption.es': 'Ejemplo',
  'sample.caption.jp': 'サンプル',
  'sample.text.en': 'A few lines of your work.',
  'sample.text.es': 'Unas líneas de tu trabajo.',
  'sample.text.jp': '制作物の一部を数行で。',
  kind: 'service',
  interval: 'once',
  revisions: '2',
  turnaround: '48h',
  delivers: 'article',
  countedIn: 'words',
  madeBy: 'person',
  'offers.id': 'example-service-small',
  'offers.unit.en': '300 words',
  'offers.unit.es': '300 palabras',
  'offers.unit.jp': '約600字',
  'offers.note.en': 'For a first try',
  'offers.note.es': 'Para probar',
  'offers.note.jp': 'お試しに',
  'offers.minQuantity': '1',
  'offers.maxQuantity': '10',
  'offers.count': '300',
};
const secondOffer: ServiceCells = {
  slug: 'example-service',
  'offers.id': 'example-service-large',
  'offers.unit.en': '900 words',
  'offers.unit.es': '900 palabras',
  'offers.unit.jp': '約1,800字',
  'offers.note.en': 'For a long text',
  'offers.note.es': 'Para un texto largo',
  'offers.note.jp': '長い文章に',
  'offers.minQuantity': '1',
  'offers.maxQuantity': '10',
  'offers.count': '900',
};

const EXAMPLE_PRICES = [49, 129] as const;

/** Only numbers: nothing is converted. */
const priced = (cells: ServiceCells, units: number, codes: readonly CurrencyCode[]): ServiceCells => ({
  ...cells,
  ...Object.fromEntries(
    codes.map(currencyNumber).map((currency) => {
      const amount = units * 10 ** Math.max(2, getDecimals(currency));
      return [`offers.prices.${currencyCode(currency)}`, decimalMoney({ amount, currency })];
    }),
  ),
});

export function servicesTemplate(deps: Clocked): Promise<Download> {
  const codes = listCodes(deps);
  return fileWith(deps, 'services-template', [priced(example, EXAMPLE_PRICES[0], codes), priced(secondOffer, EXAMPLE_PRICES[1], codes)]);
}
