// Benchmark of the desk in a browser: log-in to a page that takes keys, and click to new rows. Nothing is hovered before a click, so nothing is prefetched.
import type { Page } from '@playwright/test';
import { launch } from '../tests/support/browser.ts';

const TIMES = 10;
/** Long enough for the page to become idle. */
const REST_MS = 400;

type Click = {
  /** Different each time, so that nothing is cached. */
  readonly at: (turn: number) => string;
  readonly click: string;
  /** Option to select in the field that `click` names. */
  readonly choose?: string;
  /** Selector whose text changes, or which appears, with the new rows. */
  readonly shown: string;
};

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const first = (things: string): string => `main tbody a[href^="/${things}/"]`;

const clicks: Readonly<Record<string, Click>> = {
  'queue from orders': { at: (turn) => `/orders?until=${daysAgo(turn)}`, click: 'a[href="/queue"]', shown: first('queue') },
  'a piece of the queue': { at: () => '/queue', click: `tr:nth-child($turn) a[href^="/queue/"]`, shown: 'main h2' },
  'queue, another state': {
    at: (turn) => `/queue?state=ready&search=L1-35${turn}`,
    click: 'select[aria-label="State"]',
    choose: 'inWork',
    shown: 'main tbody',
  },
  'orders from the queue': { at: () => '/queue', click: 'a[href="/orders"]', shown: first('orders') },
  'older orders': {
    at: (turn) => `/orders?until=${daysAgo(turn * 20)}`,
    click: 'nav[aria-label="Pages"] a:last-child',
    shown: first('orders'),
  },
  'orders, another status': {
    at: (turn) => `/orders?until=${daysAgo(turn * 20)}`,
    click: 'search label:first-child select',
    choose: '-1',
    shown: 'main tbody',
  },
  'an order': { at: () => '/orders', click: 'tr:nth-child($turn) a[href^="/orders/"]', shown: 'main h2' },
  'a customer': { at: () => '/orders', click: 'tr:nth-child($turn) a[href^="/customers/"]', shown: 'main h2' },
  'older payments': {
    at: (turn) => `/payments?day=${daysAgo(turn + 20)}`,
    click: 'nav[aria-label="Pages"] a:last-child',
    shown: 'main tbody',
  },
  'tickets, closed ones': { at: () => '/tickets', click: 'select[aria-label="Status"]', choose: 'closed', shown: 'main tbody' },
  'a ticket': { at: () => '/tickets', click: 'tr:nth-child($turn) a[href^="/tickets/"]', shown: 'main h2' },
  'reports from the queue': { at: () => '/queue', click: 'a[href="/reports"]', shown: 'main h2' },
};

export async function measureClicks(origin: string, who: { readonly email: string; readonly password: string }): Promise<void> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const url = origin.replace('127.0.0.1', 'localhost');
    await page.goto(url);
    const logIns: number[] = [];
    for (let turn = 0; turn <= TIMES; turn++) logIns.push(await logIn(page, who, turn < TIMES));
    console.log(`\n${TIMES} of each, warm, milliseconds${' '.repeat(7)}median   worst`);
    printTimes('log-in until the queue accepts keys', logIns.slice(1));
    await page.waitForTimeout(4 * REST_MS + 1_500);
    for (const [name, click] of Object.entries(clicks)) {
      const times: number[] = [];
      for (let turn = 0; turn <= TIMES; turn++) times.push(await clicked(page, click, turn));
      printTimes(name, times.slice(1));
    }
  } finally {
    await browser.close();
  }
}

function printTimes(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const numbers = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((ms) => (ms ?? Number.NaN).toFixed(0).padStart(8)).join('');
  console.log(`${name.padEnd(36)}${numbers}`);
}

async function logIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
  andOut: boolean,
): Promise<number> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.waitForTimeout(REST_MS);
  const ms = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const begun = performance.now();
        document.querySelector<HTMLButtonElement>('form button[type="submit"]')?.click();
        const look = () => {
          if (document.querySelector('tr[aria-selected="true"]')) return done(performance.now() - begun);
          if (document.querySelector('tr[aria-rowindex] a'))
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
          requestAnimationFrame(look);
        };
        look();
      }),
  );
  if (andOut) {
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Email').waitFor();
  }
  return ms;
}

async function clicked(page: Page, { at, click, choose, shown }: Click, turn: number): Promise<number> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new Event('desk:moved'));
  }, at(turn));
  const what = click.replace('$turn', String(turn + 2));
  await page.locator(what).first().waitFor();
  await page.waitForTimeout(REST_MS);
  return page.evaluate(
    ([what, shown, choose]) =>
      new Promise<number>((done, fail) => {
        const here = location.href;
        const before = document.querySelector(shown)?.textContent;
        const of = document.querySelector<HTMLElement>(what);
        const begun = performance.now();
        if (of instanceof HTMLSelectElement) {
          of.value = choose;
          of.dispatchEvent(new Event('change', { bubbles: true }));
        } else of?.click();
        const look = () => {
          const now = document.querySelector(shown)?.textContent;
          if (location.href !== here && now !== undefined && now !== before) return done(performance.now() - begun);
          if (performance.now() - begun > 10_000) return fail(new Error(`${what} shows no other ${shown}`));
          requestAnimationFrame(look);
        };
        look();
      }),
    [what, shown, choose ?? ''] as const,
  );
}
