// The longest interaction while open pages hydrate, on a processor slowed fourfold: a visitor presses again and again, from the first paint until the page is
// hydrated. Milliseconds from the press to the next frame.
import { setTimeout as pause } from 'node:timers/promises';
import { launch } from '../../tests/support/browser.ts';
import { openShop } from './customer.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SLOWED = 4;
const GAP_MS = 20;
/** The browser reports the times of events later. */
const REST_MS = 600;
/** The browser reports no events shorter than this. */
const MIN_TIMED_MS = 16;
const paths = ['/', '/services', '/samples', '/faq', '/contact', '/account/login', '/account/create-account'];

const { child, origin } = await openShop();
const browser = await launch();
try {
  console.log(`processor slowed ×${SLOWED}, 390 px wide, ${ROUNDS} visits; milliseconds\n${'page'.padEnd(30)} median  worst`);
  for (const path of paths) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await longest(origin + path));
    times.sort((a, b) => a - b);
    const shown = [times[Math.floor((ROUNDS - 1) / 2)], times.at(-1)].map((time) => (time ?? 0).toFixed(0).padStart(7));
    console.log(`${path.padEnd(30)}${shown.join('')}`);
  }
} finally {
  await browser.close();
  // The child ends when this process ends.
  child.disconnect();
}

async function longest(url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript((least) => {
    const eventTimes: number[] = [];
    Object.assign(globalThis, { eventTimes });
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (interactionId) eventTimes.push(duration);
    }).observe({ type: 'event', durationThreshold: least, buffered: true } as PerformanceObserverInit);
  }, MIN_TIMED_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  let isLive = false;
  const over = page
    .locator('html[data-live="1"]')
    .waitFor({ state: 'attached' })
    .then(() => {
      isLive = true;
    });
  while (!isLive) {
    await page.mouse.click(200, 400);
    await pause(GAP_MS);
  }
  await over;
  await page.waitForTimeout(REST_MS);
  const time = await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { eventTimes: number[] }).eventTimes));
  await context.close();
  return time;
}
