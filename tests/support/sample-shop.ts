// What holds for every shop of examples/shops: its pages in all languages, without a word of the default
// shop, and an order from the brief to the invoice.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test as base, expect } from 'vitest';
import { builtInLocales } from '#lib/locale.ts';
import type { Demo } from '#modules/accounts/demo.ts';
import { readCatalogueFiles } from '#modules/catalogue/source/files.ts';
import type { Makers } from '#modules/fulfilment/maker.ts';
import type { PaperContent } from '#modules/invoicing/contents.ts';
import type { PaperList } from '#modules/invoicing/shapes.ts';
import type { Line } from '#modules/orders/shapes.ts';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { defaultShop, root } from '#platform/paths.ts';
import { listNaturalBriefs } from '../../plugins/policy-gate/corpus/corpus.ts';
import { judgeText } from '../../plugins/policy-gate/judge.ts';
import { readGate } from '../../plugins/policy-gate/read-gate.ts';
import { type PageRow, pages } from '../../src/pages.ts';
import { seedDemo } from '../../src/server/demo.ts';
import { samples, upload } from './files.ts';
import { findHtmlErrors } from './html.ts';
import { type Buyer, becomes, buyer, expectAudited, funded, listOrders, pay, placed } from './money.ts';
import { whole } from './pieces.ts';
import { letRun } from './rows/jobs.ts';
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
  const services = await (await fetch(`${shop.urls.storefront}/services`)).text();
  const [, slug = ''] = /href="\/services\/([\w-]+)/.exec(services) ?? [];
  for (const locale of builtInLocales)
    for (const path of openPages.map((page) => page.path.replace(':id', slug))) {
      const answer = await fetch(`${shop.urls.storefront}${path}?lang=${locale}`);
      const html = await answer.text();
      expect([path, locale, answer.status]).toEqual([path, locale, 200]);
      expect([path, locale, findHtmlErrors(html)]).toEqual([path, locale, []]);
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

// Order lines of the sample of a translation bureau, with files and add-ons.

export type AddOns = NonNullable<Line['addOns']>;

export async function certificate(shop: Shop, { token }: Buyer, addOns?: AddOns, more: Partial<Line> = {}): Promise<Line> {
  const { body: scan } = await upload(shop, token, samples.pdf, { name: 'birth.pdf' });
  const answers = {
    sourceLanguage: 'no',
    targetLanguage: 'en',
    documentKind: 'birth',
    document: [scan.id],
    namesAsInId: ['Ada Sample'],
    recipient: 'Ada Sample',
    postalAddress: '1 Sample Street, 00000 Sampletown',
    rightsConfirmed: true,
  };
  return { offerId: 'certified-one-copy', quantity: 2, platform: null, answers, ...(addOns ? { addOns } : {}), ...more };
}

export async function translatedPages(shop: Shop, { token }: Buyer, addOns: AddOns, more: Partial<Line> = {}): Promise<Line> {
  const { body: file } = await upload(shop, token, samples.docx, { name: 'pages.docx' });
  const answers = { sourceLanguage: 'ja', targetLanguage: 'es', subject: 'travel', document: [file.id], rightsConfirmed: true };
  return { offerId: 'translation-general', quantity: 60, platform: null, answers, addOns, ...more };
}

/** Prices in cents: of a page, a paper copy and tracked post. */
export const PAGE = 4_900;
export const COPY = 900;
export const POST = 1_500;
export const both: AddOns = [
  { id: 'paper-copy', quantity: 3 },
  { id: 'tracked-post', quantity: 1 },
];

// The demo customer and its history, on the clock of the test.

/** In this process: the shop's own way is another process, with the machine's time. */
export async function getDemo(shop: Shop): Promise<Demo> {
  const demo = await shop.makeDemo();
  if (!demo) throw new Error('this shop has no demo');
  const { clock, connection, ctx } = shop;
  await seedDemo({ config: ctx.config, connection, log: ctx.log, clock }, demo.email);
  return demo;
}

// Invoices and other documents: issues them as the schedule does, and reads them as the customer.

/** Repeats the job, because a run skips rows that another job has locked. */
export async function issue(shop: Pick<Shop, 'sql'>): Promise<void> {
  do await letRun(shop, 'invoicing.issue');
  while (await isLeft(shop));
}

export async function isLeft(shop: Pick<Shop, 'sql'>): Promise<boolean> {
  const [row] = await shop.sql<{ left: boolean }>(
    "select exists (select from purchase where state = 'paid' and invoiced_at is null) as left",
  );
  return row?.left ?? false;
}

export async function listInvoices(shop: Shop, { token }: Buyer, request: object = {}): Promise<PaperList['papers']> {
  const { status, body } = await shop.call('GET /api/papers', { limit: 50, ...request }, { token });
  if (status !== 200) throw new Error(`the papers were refused: ${JSON.stringify(body)}`);
  return body.papers;
}

/** The stored content of a document. */
export async function readContent(shop: Shop, id: string | undefined): Promise<PaperContent> {
  const [row] = await shop.sql<{ content: PaperContent }>('select content from billing_document where id = $1', [id]);
  if (!row) throw new Error('no such document');
  return row.content;
}

// A shop's folder in which a test writes plugins.

export const examples = join(import.meta.dirname, '../../examples');
export const examplePlugin = join(examples, 'glossary-plugin');

/** As `npm install` would. */
const installExample = (folder: string, name: string): Promise<void> =>
  cp(join(examples, name), join(folder, `node_modules/fanfare-${name}`), { recursive: true });

/** A shop's folder with these files; the example is installed in it. */
export const test = base.extend<{ folder: string; write: (file: string, text: string) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-plugins-'));
    await installExample(folder, 'glossary-plugin');
    await use(folder);
    await rm(folder, { recursive: true });
  },
  write: async ({ folder }, use) => {
    await use(async (file, text) => {
      await mkdir(join(folder, 'plugins'), { recursive: true });
      await writeFile(join(folder, file), text);
    });
  },
});

// The sample of a translation bureau, whose subtitles have a kind of a plugin.

const bureau = join(samplesFolder, 'bureau');
const FILE = 'catalogue/subtitles.yaml';
/** The example lets people watch videos there, and has doubts about others. */
const OPEN = 'https://vimeo.com/12345';
export const CLOSED = 'https://films.example/12345';

export async function bureauWith(folder: string, kind: string, plugins: readonly string[]): Promise<void> {
  await cp(bureau, folder, { recursive: true });
  await installExample(folder, 'subtitles-plugin');
  await writeFile(join(folder, 'plugins.yaml'), `plugins: ${JSON.stringify(plugins)}\n`);
  const text = await readFile(join(bureau, FILE), 'utf8');
  await writeFile(join(folder, FILE), text.replace('kind: service\n', `kind: ${kind}\n`));
}

export const subtitles = (answers: object = {}): Line => ({
  ...{ offerId: 'subtitles-translated', quantity: 3, platform: null },
  answers: { sourceLanguage: 'no', targetLanguage: 'en', videoUrl: OPEN, rightsConfirmed: true, ...answers },
});

export async function orderedSubtitles(shop: Shop, answers: object = {}): Promise<{ who: Buyer; orderId: string; pieceId: string }> {
  const who = await buyer(shop);
  await funded(shop, who, 100_000);
  const { orderIds } = await placed(shop, who, { lines: [subtitles(answers)], payFromBalance: true, startNow: true });
  const orderId = orderIds[0] ?? '';
  return { who, orderId, pieceId: (await whole(shop, who, orderId)).pieces[0]?.id ?? '' };
}

// A text checker for tests that finds one word.

export const TYPO_TEXT = `We bake at night. ${'The shop opens at seven and is empty by nine. '.repeat(3)}Our braed is gone by ten.`;
const TYPO = 'braed';

const reportOn = (text: string) => ({
  layout: 1,
  language: 'en',
  notes: [{ code: 'note.assistant', values: {} }],
  numbers: { characters: text.length, words: 40, sentences: 5, readability: [] },
  checks: [
    {
      name: 'spelling',
      state: 'look',
      say: { code: 'spelling.found', values: { count: 1 } },
      more: 0,
      findings: [{ from: text.indexOf(TYPO), to: text.indexOf(TYPO) + TYPO.length, kind: 'spelling', text: '', suggestions: ['bread'] }],
    },
  ],
});

export const checkingMakers: Makers = {
  makerFor: (offerId) => (offerId === 'content-checker-automatic' ? { name: 'sample', delivers: true } : undefined),
  make: async (_, { answers }) => ({ text: '# Report on a text', report: reportOn(String(answers.text)), files: [], help: ['sample 1.0'] }),
  check: async (text) => reportOn(text),
};

// A brief that the policy gate sends to review.

const gate = await readGate('shop');

export const DOUBTFUL =
  listNaturalBriefs('development', 'en').find(
    ({ text }) => text.length < 100 && judgeText(gate, { text, platform: 'instagram' })?.outcome === 'review',
  )?.text ?? '';
