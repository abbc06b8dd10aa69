// Prices in the currencies of the shop: which files need them, and what may stay in a file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource } from '#lib/yaml/parse.ts';
import { isSourceErrors } from '#lib/yaml/source.ts';
import { parseCatalogue } from './parse.ts';

const folder = join(import.meta.dirname, '../../../../shop/catalogue');
const files = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

const read = ({ file, text }: { file: string; text: string }) => readSource(file, text);

const other = (priced: readonly string[], codes: readonly string[], to = '') => {
  const named = files.filter(({ file }) => file !== 'common.yaml');
  const common = files.find(({ file }) => file === 'common.yaml') ?? { file: '', text: '' };
  return parseCatalogue(readSource(common.file, common.text + to), named.map(read), {
    currencies: codes,
    services: [],
    platforms: [],
    priced,
  });
};
const listReasons = (outcome: ReturnType<typeof other>) =>
  isSourceErrors(outcome) ? outcome.map(({ file, reason }) => `${file}: ${reason}`) : [];

test('a new currency: refused in the files that must have a price in it, and only there', () => {
  expect(listReasons(other([], ['EUR', 'JPY']))).toEqual([]);
  const found = listReasons(other(['quick-reads.yaml'], ['EUR', 'JPY']));
  expect([...new Set(found)]).toEqual([0, 1, 2].map((index) => `quick-reads.yaml: offers.${index}.prices: has no price in JPY`));
});

test('fewer currencies: the prices in the others stay in the files', () =>
  expect(
    listReasons(
      other(
        files.map(({ file }) => file),
        ['EUR'],
      ),
    ),
  ).toEqual([]));

test('currencies in common.yaml, where older shops have them: accepted if they are those of the shop', () => {
  expect(listReasons(other([], ['EUR', 'USD'], 'currencies: [USD, EUR]\n'))).toEqual([]);
  expect(listReasons(other([], ['EUR'], 'currencies: [USD, EUR]\n')).join()).toContain(
    'currencies: the currencies of the shop are named in money.yaml',
  );
});

test('a price in something that is no currency: refused by its line', () => {
  const changed = files.map((each) =>
    each.file === 'brand-stories.yaml' ? { ...each, text: each.text.replace('EUR: 5900', 'EUR: 5900, EURO: 1') } : each,
  );
  const [common, ...named] = changed.toSorted((a, b) => Number(b.file === 'common.yaml') - Number(a.file === 'common.yaml'));
  const outcome = parseCatalogue(read(common ?? { file: '', text: '' }), named.map(read), {
    currencies: [],
    services: [],
    platforms: [],
    priced: [],
  });
  expect(listReasons(outcome).join()).toContain('prices.EURO: is not the ISO 4217 code of a currency');
});
