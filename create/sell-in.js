// Puts the owner's currencies into the files of a new shop: money.yaml, the sample prices, and the sentences of the sample texts that name currencies.
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Decimals by ISO 4217 code. */
const decimals = JSON.parse(readFileSync(join(import.meta.dirname, 'currencies.json'), 'utf8'));

/** "EUR, USD" as ["EUR", "USD"]. */
export const listCodes = (text) => text.split(/[ ,]+/).filter((code) => code !== '');

/** Why the text will not do; undefined if it will. */
export function findCurrencyError(text) {
  const codes = listCodes(text);
  const unknown = codes.find((code) => !Object.hasOwn(decimals, code));
  if (unknown !== undefined || codes.length === 0)
    return `currency: "${unknown ?? text}" is not the ISO 4217 code of a currency, such as EUR or JPY. Name several as EUR,USD.`;
  return new Set(codes).size < codes.length ? 'currency: names a currency twice.' : undefined;
}

export async function sellIn(folder, codes) {
  await writeFile(join(folder, 'money.yaml'), moneyFile(codes));
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.(yaml|md)$/.test(file) || file === 'money.yaml') continue;
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const edited = /^catalogue[\\/]/.test(file) ? priced(text, codes) : reworded(text, codes);
    if (edited !== text) await writeFile(path, edited);
  }
}

/** In whole units. */
const getLimits = (code) => {
  if (code === 'NOK') return [50, 100_000];
  return decimals[code] === 0 ? [500, 1_000_000] : [5, 10_000];
};

const moneyFile = (codes) =>
  [
    '# What the shop sells in, by the ISO 4217 codes of the currencies, in the order of pages; the first one is the default. Every offer needs a price in each.',
    '# A currency that is taken out takes no new orders and deposits; balances, orders, subscriptions and invoices in it go on.',
    `currencies: [${codes.join(', ')}]`,
    '',
    '# The minimum and maximum of one deposit, in whole units of each currency.',
    'deposits:',
    ...codes.map((code) => `  ${code}: { least: ${getLimits(code)[0]}, most: ${getLimits(code)[1]} }`),
    '',
    '# The most that a coupon takes off a deposit, in percent, from 1 to 99. The rest is always charged.',
    'depositCouponShare: 50',
    '',
  ].join('\n');

/** A price that the sample does not have is the number of its euro price: the owner sets real ones. Prices are in minor units. */
const priced = (text, codes) =>
  text.replaceAll(/prices: \{ (EUR: \d+[^}]*) \}/g, (_, list) => {
    const known = Object.fromEntries(list.split(', ').map((pair) => pair.split(': ')));
    return `prices: { ${codes.map((code) => `${code}: ${known[code] ?? Number(known.EUR) * (decimals[code] > 2 ? 10 : 1)}`).join(', ')} }`;
  });

function reworded(text, codes) {
  const en = wordsIn('en-US', { or: 'or', and: 'and', to: 'to', in: 'in' }, codes);
  const es = wordsIn('es-ES', { or: 'o', and: 'y', to: 'a', in: 'en', from: 'de ' }, codes);
  const jp = codes.join('・');
  const limits = codes
    .map(
      (code) =>
        `${code}では${getLimits(code)
          .map((limit) => limit.toLocaleString('ja-JP'))
          .join('〜')}`,
    )
    .join('、');
  const hasYen = codes.includes('JPY');
  const sentences = [
    [/EUR, USD, AUD or NOK, not in yen/g, en.either + (hasYen ? '' : ', not in yen')],
    [/EUR, USD, AUD o NOK, no en yenes/g, es.either + (hasYen ? '' : ', no en yenes')],
    [/EUR・USD・AUD・NOKのいずれかで、日本円には対応していません/g, hasYen ? `${jp}です` : `${jp}で、日本円には対応していません`],
    [/EUR, USD, AUD or NOK/g, en.either],
    [/EUR, USD, AUD o NOK/g, es.either],
    [/EUR・USD・AUD・NOK/g, jp],
    [/EUR、USD、AUD(、|または)NOK/g, codes.join('、')],
    [/5 to 10,000 in EUR, USD or AUD, or 50 to 100,000 in NOK/g, en.limits],
    [/de 5 a 10\.000 en EUR, USD o AUD, o de 50 a 100\.000 en NOK/g, es.limits],
    [/EUR・USD・AUDでは5〜10,000、NOKでは50〜100,000/g, limits],
    [/euros \(EUR\), US dollars \(USD\), Australian dollars \(AUD\) and Norwegian kroner \(NOK\)/gi, en.all],
    [/euros \(EUR\), dólares estadounidenses \(USD\), dólares australianos \(AUD\) y coronas noruegas \(NOK\)/gi, es.all],
    [/ユーロ（EUR）、米ドル（USD）、豪ドル（AUD）、ノルウェークローネ（NOK）/g, codes.join('、')],
  ];
  return sentences.reduce((edited, [pattern, words]) => edited.replace(pattern, () => words), text);
}

function wordsIn(locale, { or, and, to, in: within, from = '' }, codes) {
  const list = (items, word) => (items.length > 1 ? `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}` : items[0]);
  const shown = (limit) => limit.toLocaleString(locale);
  const limits = codes.map((code) => `${from}${getLimits(code).map(shown).join(` ${to} `)} ${within} ${code}`);
  return { either: list(codes, or), all: list(codes, and), limits: list(limits, or) };
}
