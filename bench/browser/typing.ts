// Benchmark of typing in the longest brief of each service, on a CPU slowed fourfold, against a bare textarea on the same page. Measures interaction to next
// paint. `npm run bench:typing -- content-checker` measures one service.
import type { CDPSession, Page } from '@playwright/test';
import type { CatalogueField } from '../../src/modules/catalogue/shapes.ts';
import { launch } from '../../tests/support/browser.ts';
import { type Offer, openShop, prepare } from './customer.ts';

const KEYS = 10;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const SLOWED = 4;
const BAR_MS = 100;
/** The browser reports no events shorter than this. */
const MIN_TIMED_MS = 16;
const GAP_MS = 90;
const REST_MS = 500;
const MAX_CHARS = 19_000;
const sentence = 'We bake bread on a corner, and the queue is the best part of the morning for those who wait in it. ';

const chosen = process.argv.slice(2);
const { child, origin } = await openShop();
const browser = await launch();
try {
  const { prices, tokens, slugs } = await prepare(origin);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const cdp = await page.context().newCDPSession(page);
  await page.addInitScript((entries) => {
    // Later pages have the tokens that the page refreshed.
    for (const [key, value] of Object.entries(entries)) if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }, tokens);
  console.log(`${KEYS * ROUNDS} keys into each field, processor slowed ×${SLOWED}, 390 px wide; milliseconds from key to frame\n`);
  console.log(`${'service'.padEnd(28)}${'field'.padEnd(16)}${'chars'.padStart(8)}   ours p50, p98, worst        bare p50, p98, worst`);
  for (const [slug, serviceType] of slugs) {
    const offer = prices.offers.find((each) => each.serviceType === serviceType);
    if (!offer || (chosen.length > 0 && !chosen.includes(slug))) continue;
    await measure({ page, cdp }, slug, offer);
  }
} finally {
  await browser.close();
  // The child ends when this process ends.
  child.disconnect();
}

function text(chars: number): string {
  return sentence.repeat(Math.ceil(chars / sentence.length)).slice(0, chars);
}

/** Nearly the maximum, with space for the typed keys. */
function fullest({ kind, max = MAX_CHARS, itemMax = 300, options = [] }: CatalogueField): unknown {
  const remainingChars = (most: number) => Math.min(MAX_CHARS, Math.max(0, most - KEYS * ROUNDS));
  switch (kind) {
    case 'text':
    case 'longText':
      return text(remainingChars(max));
    case 'texts':
      return Array.from({ length: max }, () => text(remainingChars(itemMax)));
    case 'urls':
      return Array.from({ length: max }, (_, index) => `https://shop.example/${index}`);
    case 'choice':
      return options[0]?.value ?? '';
    case 'choices':
      return options.slice(0, max).map(({ value }) => value);
    case 'yesNo':
      return true;
    default:
      return String(max);
  }
}

/** The longest text, the longest list and the shortest text. */
function typedFields(fields: readonly CatalogueField[]): readonly CatalogueField[] {
  const longest = (kinds: readonly CatalogueField['kind'][]) =>
    fields.filter(({ kind }) => kinds.includes(kind)).sort((a, b) => sizeOf(b) - sizeOf(a));
  const texts = longest(['text', 'longText']);
  return [texts[0], longest(['texts'])[0], texts.at(-1)].filter((field) => field !== undefined);
}

function sizeOf(field: CatalogueField): number {
  return JSON.stringify(fullest(field)).length;
}

type Place = { readonly page: Page; readonly cdp: CDPSession };

async function measure({ page, cdp }: Place, slug: string, offer: Offer): Promise<void> {
  const answers = Object.fromEntries(offer.fields.map((field) => [field.name, fullest(field)]));
  const draft = { offerId: offer.id, platform: String(offer.platforms[0] ?? ''), quantity: '1', given: answers };
  await page.goto(`${origin}/healthz`);
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [`draft:order-${slug}`, JSON.stringify(draft)] as const);
  await page.goto(`${origin}/services/${slug}`);
  await page.locator('html[data-live="1"]').waitFor({ state: 'attached' });
  for (const field of typedFields(offer.fields)) {
    const place = page.locator(`#brief-${field.name}`);
    const chars = (await place.inputValue()).length;
    const bareId = await putBare(page, text(chars));
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    // Alternating, so that other load on the machine affects both alike.
    for (let round = 0; round < ROUNDS; round++) {
      times.ours.push(...(await typeInto({ page, cdp }, `#brief-${field.name}`)));
      times.bare.push(...(await typeInto({ page, cdp }, bareId)));
    }
    const [ours, bare] = [sorted(times.ours), sorted(times.bare)];
    const over = (ours.at(-1) ?? 0) > BAR_MS ? '  over' : '';
    console.log(
      `${slug.padEnd(28)}${field.name.padEnd(16)}${String(chars).padStart(8)}   ${percentiles(ours)}        ${percentiles(bare)}${over}`,
    );
  }
}

/** On the same page with the same style, without listeners. */
async function putBare(page: Page, value: string): Promise<string> {
  await page.evaluate((content) => {
    document.getElementById('bare')?.remove();
    const area = Object.assign(document.createElement('textarea'), { id: 'bare', value: content, rows: 6 });
    area.style.width = '100%';
    document.querySelector('form#brief')?.after(area);
  }, value);
  return '#bare';
}

type Watched = { keyTimes: () => number[] };

/** Time per key: the longest of its events. */
async function typeInto({ page, cdp }: Place, selector: string): Promise<readonly number[]> {
  await page.locator(selector).focus();
  await page.keyboard.press('Control+End');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await page.evaluate((least) => {
    const times = new Map<number, number>();
    const observer = new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (interactionId) times.set(interactionId, Math.max(times.get(interactionId) ?? 0, duration));
    });
    observer.observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
    Object.assign(globalThis, { keyTimes: () => [...times.values()] });
  }, MIN_TIMED_MS);
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('abcd efg'[key % 8] ?? 'a');
    await page.waitForTimeout(GAP_MS);
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.waitForTimeout(REST_MS);
  const times = await page.evaluate(() => (globalThis as unknown as Watched).keyTimes());
  return [...Array.from({ length: Math.max(0, KEYS - times.length) }, () => 0), ...times];
}

function sorted(times: readonly number[]): readonly number[] {
  return [...times].sort((a, b) => a - b);
}

function percentiles(times: readonly number[]): string {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return [at(0.5), at(0.98), times.at(-1) ?? 0].map((time) => (time === 0 ? `<${MIN_TIMED_MS}` : time.toFixed(0)).padStart(6)).join('');
}
