// What holds for every shop of examples/shops: its pages in all languages, without a word of the default
// shop, and an order from the brief to the invoice.
import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { builtInLocales } from '#lib/locale.ts';
import { readCatalogueFiles } from '#modules/catalogue/source/files.ts';
import type { Line } from '#modules/orders/shapes.ts';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { defaultShop, root } from '#platform/paths.ts';
import { type PageRow, pages } from '../../src/pages.ts';
import { htmlFaults } from './html.ts';
import { issue, listInvoices } from './invoices.ts';
import { type Buyer, becomes, expectAudited, listOrders, pay, placed } from './money.ts';
import { whole } from './pieces.ts';
import type { Shop } from './shop.ts';
import { deliver, desk, mira, save, take } from './work.ts';

export const samplesFolder = `${root}/examples/shops`;

const { source } = await readCatalogueFiles(`${defaultShop}/catalogue`);
/** Names of the default shop, its services and its platforms; a platform is named by more than one letter. */
const foreignWords = [
  'Fanfare',
  ...source.services.flatMap(({ name, slug }) => [...Object.values(name), slug]),
  ...source.common.platforms.map(({ name }) => name).filter((name) => name.length > 1),
];

const openPages = (Object.values(pages) as readonly PageRow[]).filter(({ who, workshop }) => who === 'open' && !workshop);

/** Every public page: answered, valid, and in the words of this shop only. */
export async function expectOwnPages(shop: Shop): Promise<void> {
  for (const locale of builtInLocales)
    for (const { path } of openPages) {
      const answer = await fetch(`${shop.urls.storefront}${path}?lang=${locale}`);
      const html = await answer.text();
      expect([path, locale, answer.status]).toEqual([path, locale, 200]);
      expect([path, locale, htmlFaults(html)]).toEqual([path, locale, []]);
      expect([path, locale, foreignWords.filter((word) => html.includes(word))]).toEqual([path, locale, []]);
    }
}

const DELIVERED = 4;

/** Ordered, paid at the bank, delivered with this file, accepted and invoiced. */
export async function expectSold(shop: Shop, who: Buyer, lines: readonly Line[], file: { name: string; content: Buffer }): Promise<void> {
  const { paymentLink, orderIds } = await placed(shop, who, { lines, startNow: true });
  await pay(paymentLink);
  await becomes(shop, who, [2]);
  const orderId = orderIds[0] ?? '';
  const pieceId = (await whole(shop, who, orderId)).pieces[0]?.id ?? '';
  await take(shop, mira, pieceId);
  await desk(shop).addFile(mira, pieceId, { name: file.name, body: Readable.from([file.content]) });
  const { version } = await save(shop, mira, pieceId, 'The file is beside this note.');
  await deliver(shop, mira, pieceId, version);
  await becomes(shop, who, [DELIVERED]);
  const [order] = await listOrders(shop, who);
  expect(order?.deliveries[0]?.files.map(({ name }) => name)).toEqual([file.name]);
  await issue(shop);
  expect((await listInvoices(shop, who)).map(({ kind }) => kind)).toEqual(['invoice']);
  const mail = await shop.mail(who.email, /order|paid|invoice|deliver/i);
  expect(mail.text).not.toMatch(/fanfare/i);
  await expectAudited(shop);
}

/** What `npm run seed` prints for this folder, in the database of the shop. */
export function seed({ connection }: Pick<Shop, 'connection'>, folder: string, ...options: readonly string[]): Promise<string> {
  const address = formatConnectionUrl(connection as Parameters<typeof formatConnectionUrl>[0]);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: address, SHOP_DIR: folder };
  const args = ['--require', './check-node.cjs', 'scripts/run.cjs', 'seed', ...options];
  return new Promise((done) => {
    execFile(process.execPath, args, { env, cwd: root }, (_, out, err) => done(out + err));
  });
}
