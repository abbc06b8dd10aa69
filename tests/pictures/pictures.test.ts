// `npm test -- tests/pictures`: a picture of every page and state, in artefacts/pictures, compared with
// fingerprints.json. `-u` records the pictures of today after a person has looked at them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { afterAll } from 'vitest';
import type { Locale } from '#lib/locale.ts';
import { type Operating, operating } from '../support/desk.ts';
import { test as base, expect, live } from '../support/journey.ts';
import { atRest } from '../support/page.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import { getDemo } from '../support/sample-shop.ts';
import type { Shop } from '../support/shop.ts';
import { asked, sendTicket } from '../support/tickets.ts';
import { computeFingerprint, difference } from './fingerprint.ts';
import { customerShots, operatorShots, type Shot, visitorShots } from './shots.ts';

/** Other order numbers and rounded edges stay below this share of a picture. */
const TOLERANCE = 0.01;
const HEIGHT = 900;
const PATIENCE_MS = 20_000;
const UNCHANGED_MS = 400;

const record = join(import.meta.dirname, 'fingerprints.json');
const folder = join(import.meta.dirname, '../../artefacts/pictures');
const accepted: Readonly<Record<string, string>> = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
const taken: Record<string, string> = {};
const isAccepting = process.env.PICTURES === 'accept';

const test = base
  .extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } })
  .extend('painted', { scope: 'file' }, true)
  .extend('demo', { scope: 'file' }, async ({ shop }) => {
    const demo = await getDemo(shop);
    await sendTicket(shop, asked());
    const { body } = await shop.call('POST /api/Accounts/login', demo);
    return { tokens: { accessToken: body.accessToken, refreshToken: body.refreshToken }, owner: await operating(shop, 'owner') };
  });

type View = { readonly locale: Locale; readonly width: number; readonly colorScheme: 'light' | 'dark' };

const views: readonly View[] = (['en', 'jp', 'es'] as const).flatMap((locale) =>
  [390, 1280].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ locale, width, colorScheme }))),
);
/** Spanish has the layout of English and longer words. */
const storefrontViews = views.filter(({ locale, width, colorScheme }) => locale !== 'es' || (width === 390 && colorScheme === 'light'));
const deskViews = views.filter(({ locale }) => locale === 'en');
const formatTitle = ({ locale, width, colorScheme }: View) => `${locale}-${width}-${colorScheme}`;
const cases = (of: readonly View[]) => of.map((view) => [formatTitle(view), view] as const);

test.for(cases(storefrontViews))('storefront, %s', async ([title, view], { openContext, shop, demo, pageErrors }) => {
  for (const [who, shots] of [['visitor', visitorShots] as const, ['customer', customerShots] as const])
    for (const shot of shots) {
      const context = await openAs(openContext, shop, view);
      await setLocalStorage(context, { agreePrivacy: 'true', ...(who === 'customer' ? demo.tokens : {}), ...shot.stored });
      await take(await context.newPage(), shot, `${who}/${shot.name}/${title}`);
      await context.close();
      // Some pages answer with an error status, which the console shows; other tests look for errors.
      pageErrors.length = 0;
    }
  expectSame(title, '');
});

test.for(cases(deskViews))('desk, %s', async ([title, view], { openContext, shop, demo, pageErrors }) => {
  const context = await openAs(openContext, shop, view);
  await logInAt(context, demo.owner);
  for (const shot of operatorShots) {
    const page = await context.newPage();
    await take(page, { ...shot, path: shop.urls.desk + shot.path }, `operator/${shot.name}/${title}`);
    await page.close();
    pageErrors.length = 0;
  }
  expectSame(title, 'operator/');
});

test('every recorded picture was taken', () => {
  expect(Object.keys(accepted).filter((name) => !(name in taken) && !isAccepting)).toEqual([]);
});

afterAll(() => {
  // A run of some views keeps the record of the others.
  const views = new Set(Object.keys(taken).map(getGroup));
  const recorded = { ...Object.fromEntries(Object.entries(accepted).filter(([name]) => !views.has(getGroup(name)))), ...taken };
  if (isAccepting) writeFileSync(record, `${JSON.stringify(recorded, Object.keys(recorded).sort(), 2)}\n`);
  if (existsSync(folder)) writeFileSync(join(folder, 'index.html'), contactSheet(Object.keys(taken)));
});

/** Desk or storefront, and the language, width and colours. */
const getGroup = (name: string): string => `${name.startsWith('operator/')} ${name.split('/').at(-1)}`;

async function openAs(
  openContext: (options: object) => Promise<BrowserContext>,
  shop: Shop,
  { locale, width, colorScheme }: View,
): Promise<BrowserContext> {
  const context = await openContext({ viewport: { width, height: HEIGHT }, colorScheme, reducedMotion: 'reduce' });
  await context.clock.setFixedTime(shop.clock.now());
  await context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);
  return context;
}

async function logInAt(context: BrowserContext, { cookie }: Operating): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: 'https://localhost', secure: true, httpOnly: true, sameSite: 'Strict' }]);
}

async function take(page: Page, { path, act }: Shot, name: string): Promise<void> {
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(path);
  if (!path.startsWith('http')) await live(page);
  await settle(page);
  await act?.(page).catch((cause: unknown) => {
    throw new Error(`${name}: the state was not reached`, { cause });
  });
  await settle(page);
  const file = join(folder, `${name}.png`);
  mkdirSync(join(file, '..'), { recursive: true });
  taken[name] = computeFingerprint(await page.screenshot({ path: file, fullPage: true, animations: 'disabled' }));
}

/** Data and lazy parts are there, nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator('main [inert]')).toHaveCount(0, { timeout: PATIENCE_MS });
  await page.evaluate(untilUnchanged, UNCHANGED_MS);
  await page.evaluate(withOneOrderNumber);
  await page.evaluate(atRest);
}

/** Order numbers are random and not equally wide: a line would break in one run only. */
function withOneOrderNumber(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.nodeValue = (texts.currentNode.nodeValue ?? '').replace(/\bF-[0-9A-Z]{8}\b/g, 'F-7H3K9M2Q');
}

const untilUnchanged = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve();
    };
    let waiting = setTimeout(done, ms);
    const observer = new MutationObserver(() => {
      clearTimeout(waiting);
      waiting = setTimeout(done, ms);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });

function expectSame(title: string, prefix: string): void {
  const names = Object.keys(taken).filter((name) => name.endsWith(`/${title}`) && name.startsWith(prefix));
  expect(names).not.toEqual([]);
  if (isAccepting) return;
  const changed = names.flatMap((name) => {
    const before = accepted[name];
    const share = before === undefined ? 1 : difference(before, taken[name] ?? '');
    return share > TOLERANCE ? [`${name}: ${before === undefined ? 'new' : `${Math.round(share * 100)}% changed`}`] : [];
  });
  expect(changed, 'look at artefacts/pictures/index.html, then record them with npm test -- tests/pictures -u').toEqual([]);
}

const contactSheet = (names: readonly string[]): string =>
  `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>body{font:14px system-ui}figure{display:inline-block;margin:8px;vertical-align:top}img{max-height:480px;max-width:360px;border:1px solid gray}</style>${names
    .toSorted()
    .map(
      (name) => `<figure><a href="${name}.png"><img loading="lazy" src="${name}.png" alt=""></a><figcaption>${name}</figcaption></figure>`,
    )
    .join('\n')}\n`;
