// What a visitor waits for, on a processor slowed fourfold: the longest interaction while pages hydrate and after it, in the main journeys; then, at full speed,
// how long the next open page takes to show, and whether Back finds the page as it was left. Prerendering and the back/forward cache need a whole Chrome or
// Chromium, named in CHROMIUM: the headless shell that npm installs has neither. `npm run bench:visits -- next back` measures these parts.
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../tests/support/browser.ts';
import { openShop, prepare } from './customer.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SLOWED = 4;
const REST_MS = 600;
const PATIENCE_MS = 15_000;
const HOVER_MS = 200;
const KEY_GAP_MS = 60;
/** The browser reports no events shorter than this. */
const MIN_TIMED_MS = 16;

type Step = readonly [name: string, act: (page: Page) => Promise<unknown>];
type Watched = { eventTimes: number[] };

const click =
  (selector: string): Step[1] =>
  (page) =>
    page.locator(`${selector} >> visible=true`).first().click();
const typeInto =
  (selector: string, text: string): Step[1] =>
  async (page) => {
    await page.locator(`${selector} >> visible=true`).first().click();
    await page.keyboard.type(text, { delay: KEY_GAP_MS });
  };

const open = ['/', '/services', '/samples', '/faq', '/contact', '/account/login', '/account/create-account'] as const;
const journeys: Readonly<Record<string, readonly Step[]>> = {
  '/': [
    ['open the menu', click('header summary')],
    ['close it', click('header summary')],
    ['open the search', (page) => page.keyboard.press('Control+k')],
    ['type in it', (page) => page.keyboard.type('refund', { delay: KEY_GAP_MS })],
    ['open a question', (page) => page.keyboard.press('Enter')],
    ['go back', (page) => page.evaluate(() => history.back())],
    ['go to the services', click('main a[href="/services"]')],
  ],
  '/services': [
    ['filter', click('main search a[href*="kind="]')],
    ['show all', click('main search a:not([href*="kind="])')],
    ['open a service', click('main details summary')],
  ],
  '/samples': [['open a sample', click('main summary, main a[href*="#"]')]],
  '/faq': [
    ['type in the search', typeInto('main input', 'refund')],
    ['open a question', click('main details summary')],
  ],
  '/contact': [
    ['type a message', typeInto('main textarea', 'Where is my order?')],
    ['send without the rest', click('main form [type=submit]')],
  ],
  '/account/login': [
    ['type an address', typeInto('main input', 'ada@shop.example')],
    ['send without the rest', click('main form [type=submit]')],
  ],
  '/account/create-account': [['send an empty form', click('main form [type=submit]')]],
  '/services/brand-stories': [
    ['choose another offer', click('main input[type=radio]:not(:checked)')],
    ['type in the brief', typeInto('form#brief textarea', 'A bakery on a corner')],
    ['put it into the cart', click('button[form=brief]')],
  ],
  '/cart': [
    ['one more', click('main ol button[aria-label="One more"], main ol button:has-text("One more")')],
    ['type a coupon', typeInto('main input[name=coupon], main input#coupon', 'WELCOME10')],
  ],
  '/cabinet/order-history': [['go to the funds', click('a[href="/cabinet/funds"]')]],
  '/cabinet/funds': [['go to the details', click('a[href="/cabinet/account-details"]')]],
  '/cabinet/account-details': [['type a name', typeInto('main input', 'Ada')]],
};
const line = {
  offerId: 'brand-stories-600',
  quantity: 1,
  platform: null,
  currency: 0,
  unitPriceSeen: 99_00,
  answers: { brandName: 'Loaf & Queue', language: 'en', tone: 'warm', rightsConfirmed: true, facts: 'A bakery on a corner. '.repeat(10) },
};

const { child, origin } = await openShop();
const { path: executablePath, env } = findChromium();
const browser = await chromium.launch({
  executablePath,
  headless: false,
  args: [...chromiumArgs, '--headless=new'],
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  env: { ...(process.env as Record<string, string>), ...env },
});
try {
  console.log(`${browser.version()}, 390 px wide; interactions on a processor slowed ×${SLOWED}, milliseconds to the next frame\n`);
  const parts = { hydrating, interactions: afterwards, next: nextPages, back: backAgain };
  const chosen = process.argv.slice(2);
  for (const [name, run] of Object.entries(parts)) if (chosen.length === 0 || chosen.includes(name)) await run();
} finally {
  await browser.close();
  child.disconnect();
}

async function visitor(tokens: Record<string, string> = {}): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, tokens);
  await page.addInitScript((least) => {
    const eventTimes: number[] = [];
    Object.assign(globalThis, { eventTimes });
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (interactionId) eventTimes.push(duration);
    }).observe({ type: 'event', durationThreshold: least, buffered: true } as PerformanceObserverInit);
  }, MIN_TIMED_MS);
  const cdp = await context.newCDPSession(page);
  return { page, cdp };
}

function slow(cdp: CDPSession, rate: number): Promise<unknown> {
  return cdp.send('Emulation.setCPUThrottlingRate', { rate });
}

function live(page: Page): Promise<void> {
  return page.locator('html[data-live="1"]').waitFor({ state: 'attached' });
}

/** The longest interaction since the last look. */
async function longest(page: Page): Promise<number> {
  await page.waitForTimeout(REST_MS);
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as Watched).eventTimes.splice(0)));
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0].map((time) => time.toFixed(0).padStart(7)).join('');
}

/** Presses a key again and again from the first paint until the page is hydrated. */
async function hydrating(): Promise<void> {
  console.log(`${'while hydrating'.padEnd(52)} median  worst of ${ROUNDS} visits`);
  for (const path of open) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { page, cdp } = await visitor();
      await slow(cdp, SLOWED);
      await page.goto(origin + path, { waitUntil: 'commit' });
      let isLive = false;
      const over = live(page).then(() => (isLive = true));
      // Before, there is nothing to press.
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      while (!isLive) await page.mouse.click(200, 400).then(() => page.waitForTimeout(20));
      await over;
      times.push(await longest(page));
      await page.context().close();
    }
    console.log(path.padEnd(52) + shown(times));
  }
}

async function afterwards(): Promise<void> {
  const { tokens } = await prepare(origin);
  console.log(`\n${'after hydration'.padEnd(52)} median  worst of ${ROUNDS} visits`);
  for (const [path, steps] of Object.entries(journeys)) {
    const times = steps.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      const isMembers = !open.some((each) => each === path);
      const { page, cdp } = await visitor(isMembers ? { ...tokens, ...(path === '/cart' ? { orders: JSON.stringify([line]) } : {}) } : {});
      await page.goto(origin + path);
      await live(page);
      await page.waitForTimeout(REST_MS);
      await slow(cdp, SLOWED);
      await longest(page);
      for (const [index, [name, act]] of steps.entries()) {
        await act(page).catch((cause: unknown) => {
          throw new Error(`${path}: ${name}`, { cause });
        });
        times[index]?.push(await longest(page));
      }
      await page.context().close();
    }
    for (const [index, [name]] of steps.entries()) console.log(`${`${path}  ${name}`.padEnd(52)}${shown(times[index] ?? [])}`);
  }
}

/** From the click to the first frame of the services page: before the home page's scripts have come, and after. */
async function nextPages(): Promise<void> {
  console.log(`\n${'click to next page, full speed'.padEnd(52)} median  worst of ${ROUNDS} visits`);
  for (const isLive of [false, true]) {
    const times: number[] = [];
    let prerendered = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { page } = await visitor();
      if (!isLive) await page.route(/\/assets\/.*\.js$/, (route) => (page.url().endsWith('/services') ? route.continue() : undefined));
      await page.goto(origin);
      if (isLive) await live(page);
      await page.evaluate(() => {
        const since = () => performance.timeOrigin + performance.now();
        addEventListener('click', () => sessionStorage.setItem('clickedAt', String(since())), true);
        // In the page that stays, the frame after the new title.
        new MutationObserver(() =>
          requestAnimationFrame(() => setTimeout(() => sessionStorage.setItem('shownAt', String(since())))),
        ).observe(document.head, { subtree: true, childList: true, characterData: true });
      });
      const link = page.locator('main a[href="/services"]').first();
      await link.scrollIntoViewIfNeeded();
      await link.hover();
      await page.waitForTimeout(isLive ? HOVER_MS : 5 * HOVER_MS);
      await link.click({ noWaitAfter: true });
      await page.waitForTimeout(2 * REST_MS);
      const result = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & { activationStart?: number })[];
        const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
        const at =
          location.pathname === '/services' && document.referrer
            ? performance.timeOrigin + paint
            : Number(sessionStorage.getItem('shownAt'));
        return { ms: at - Number(sessionStorage.getItem('clickedAt')), isPrerendered: (navigation?.activationStart ?? 0) > 0 };
      });
      times.push(result.ms);
      prerendered += Number(result.isPrerendered);
      await page.context().close();
    }
    const how = isLive ? 'hydrated' : `not hydrated yet, ${prerendered} of ${ROUNDS} prerendered`;
    console.log(how.padEnd(52) + shown(times));
  }
}

async function backAgain(): Promise<void> {
  console.log('\nBack from another site');
  for (const path of open) {
    const { page } = await visitor();
    await page.goto(origin + path);
    await live(page);
    await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted })));
    await page.goto('data:text/html,<title>elsewhere</title>');
    await page.evaluate(() => history.back()).catch(() => undefined);
    await page.waitForTimeout(REST_MS);
    const isKept = await page.evaluate(() => (globalThis as { persisted?: boolean }).persisted === true);
    console.log(path.padEnd(52) + (isKept ? '   as it was left' : '   loaded again'));
    await page.context().close();
  }
}
