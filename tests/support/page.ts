// Browser pages for tests: one browser per worker and one page per file, emptied between tests. A test fails
// if the page throws, logs an error or requests another host; a test that expects such an error removes it
// from `pageErrors`.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, expect as expectPage, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';
import { test as base } from 'vitest';
import { insertAsTyped, isFirefox, launch, launchFirefox, STYLE_OF_SCREENSHOTS, sendBodies } from './browser.ts';
import { patience } from './patience.ts';
import { isReusable, openReusedPage, type ReusedPage } from './reused-page.ts';

const artefacts = join(import.meta.dirname, '../../artefacts', isFirefox ? 'firefox' : '');
const localHosts = ['localhost', '127.0.0.1', '[::1]'];
/** Shorter than the test's timeout, so that the error names the page. */
const PATIENCE_MS = patience(60_000);
/** An English desktop browser. */
const ordinary = { locale: 'en-US', timezoneId: 'Europe/Berlin' } as const;

export const expect = expectPage.configure({ timeout: PATIENCE_MS });

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await (isFirefox ? launchFirefox() : launch());
    onCleanup(() => browser.close());
    return browser;
  })
  // Differences from an English desktop browser: `test.override('contextOptions', { locale: 'ja-JP' })`,
  // inside a describe.
  .extend('contextOptions', {} as BrowserContextOptions)
  // True for a file that measures what the browser paints; see `skipPainting`.
  .extend('painted', { scope: 'file' }, false)
  // The base of `page.goto('/cart')`; in journey.ts the shop's storefront.
  .extend('baseURL', { scope: 'file' }, '')
  // Errors of all pages of the context; must be empty at the end.
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  .extend('pageErrors', ({}, { onCleanup }) => {
    const pageErrors: string[] = [];
    onCleanup(() => {
      if (pageErrors.length > 0) throw new Error(`The page had errors that the test did not expect:\n${pageErrors.join('\n')}`);
    });
    return pageErrors;
  })
  // A context for another person; its errors count too.
  .extend('openContext', ({ browser, contextOptions, baseURL, painted, pageErrors }, { onCleanup }) => {
    const opened: BrowserContext[] = [];
    onCleanup(async () => {
      for (const context of opened) await context.close();
    });
    return async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
      const context = await browser.newContext({ ...ordinary, ...(baseURL ? { baseURL } : {}), ...contextOptions, ...options });
      opened.push(context);
      await prepare(context, painted, (error) => pageErrors.push(error));
      return context;
    };
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  .extend('reused', { scope: 'file' }, ({}, { onCleanup }) => {
    const reused: Reused = { page: undefined, pageErrors: undefined };
    onCleanup(() => reused.page?.context.close());
    return reused;
  })
  // Emptied between tests.
  .extend('context', async ({ browser, contextOptions, baseURL, painted, openContext, reused, pageErrors, task, skip }, { onCleanup }) => {
    // Playwright leaves them on.
    if (isFirefox && contextOptions.javaScriptEnabled === false) skip('Firefox with scripts off');
    if (!baseURL || !isReusable(browser, contextOptions)) return openContext();
    const options = { ...ordinary, baseURL, ...contextOptions };
    if (reused.page && reused.page.made !== JSON.stringify(options)) await forget(reused);
    reused.page ??= await openReusedPage(browser, options, (context) =>
      prepare(context, painted, (error) => reused.pageErrors?.push(error)),
    );
    reused.pageErrors = pageErrors;
    onCleanup(async () => {
      reused.pageErrors = undefined;
      const isEmpty = !hasFailed(task) && (await reused.page?.empty());
      if (!isEmpty) await forget(reused);
    });
    return reused.page.context;
  })
  .extend('page', async ({ context, reused, task }, { onCleanup }) => {
    const page = context === reused.page?.context ? reused.page.page : await context.newPage();
    onCleanup(async () => {
      if (hasFailed(task)) await keepPicture(page, join('failures', task.name));
    });
    return page;
  });

type Reused = { page: ReusedPage | undefined; pageErrors: string[] | undefined };

async function forget(reused: Reused): Promise<void> {
  const { page } = reused;
  reused.page = undefined;
  await page?.context.close();
}

const hasFailed = ({ result }: { readonly result?: { readonly errors?: readonly unknown[] } }): boolean => Boolean(result?.errors?.length);

async function prepare(context: BrowserContext, painted: boolean, found: (error: string) => void): Promise<void> {
  context.setDefaultTimeout(PATIENCE_MS);
  watch(context, found);
  if (isFirefox) await Promise.all([insertAsTyped(context), sendBodies(context)]);
  if (!painted) await skipPainting(context);
}

function watch(context: BrowserContext, found: (error: string) => void): void {
  context.on('weberror', (error) => {
    const thrown = error.error().stack ?? error.error().message;
    // Firefox runs the scripts of tests in the empty page too, which has no storage.
    const isOfTests = thrown.includes(STYLE_OF_SCREENSHOTS) || error.page()?.url() === 'about:blank';
    if (!isFirefox || !isOfTests) found(`thrown: ${thrown}`);
  });
  context.on('console', (message) => {
    // Firefox fails what a page still loads when it is left.
    if (isFirefox && /^The messages in \w+ could not be loaded\. .*dynamically imported/.test(message.text())) return;
    if (message.type() === 'error') found(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !localHosts.includes(url.hostname)) found(`asked another host: ${request.url()}`);
  });
}

/** Saves a screenshot under artefacts/ with PICTURES=1, and in the full run. */
export async function shoot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (process.env.PICTURES || process.env.FULL) await keepPicture(page, name, options);
}

async function keepPicture(page: Page, name: string, { fullPage = false }: { fullPage?: boolean } = {}): Promise<void> {
  const path = join(artefacts, `${name.replace(/[^\p{Letter}\p{Number}/_.-]+/gu, '-')}.png`);
  mkdirSync(join(path, '..'), { recursive: true });
  // To hide the caret would take a style of its own, which the page's policy refuses in Firefox.
  await whilePainted(page, () => page.screenshot({ path, fullPage, caret: 'initial' }));
}

/** Waits for transitions, because colours in transition do not have their final contrast. */
export async function atRest(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame().then(frame);
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Nothing is wider than the page, which Firefox's scroll bar makes narrower than the window. */
export async function expectNoSidewaysScroll(page: Page, where?: string): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expectPage(beyond, where).toBeLessThanOrEqual(0);
}

type Colour = { red: number; green: number; blue: number; alpha: number };
type Axe = { axe: typeof axe & { commons: { color: { Color: { prototype: Colour & { parseString(text: string): Colour } } } } } };

/**
 * Parses each colour once: to convert the shop's few oklch colours for every element takes a quarter of axe's
 * time.
 */
function cacheColours(): void {
  const { prototype } = (window as unknown as Axe).axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Colour>();
  prototype.parseString = function (this: Colour, text) {
    const parsed = known.get(text);
    if (!parsed) {
      known.set(text, parseString.call(this, text));
      return this;
    }
    this.red = parsed.red;
    this.green = parsed.green;
    this.blue = parsed.blue;
    this.alpha = parsed.alpha;
    return this;
  };
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Checks WCAG 2.2 AA and axe's best practices. Runs axe in the page itself: axe's runner for Playwright opens
 * an empty page for each result and takes five times as long, and adds only support for frames, which the
 * shop does not use. Not in Firefox: axe ends the process of Debian's 153.
 */
export async function expectAccessible(page: Page, options: { except?: readonly string[] } = {}): Promise<void> {
  if (isFirefox) return;
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate(cacheColours);
  }
  const run = {
    runOnly: { type: 'tag' as const, values: wcag },
    rules: Object.fromEntries((options.except ?? []).map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations' as const],
    preload: false,
  };
  const violations = await whilePainted(page, async () => {
    await page.evaluate(atRest);
    return page.evaluate((wanted) => (window as unknown as Axe).axe.run(document, wanted).then((result) => result.violations), run);
  });
  if (violations.length === 0) return;
  const lines = violations.flatMap((violation) => [
    `${violation.id} (${violation.impact}): ${violation.help}`,
    ...violation.nodes.slice(0, 5).map((node) => `  ${node.target.join(' ')}: ${node.failureSummary?.replaceAll('\n', ' ') ?? ''}`),
  ]);
  throw new Error(`${page.url()} has accessibility errors:\n${lines.join('\n')}`);
}

// Pages that are laid out but not painted: painting takes a fifth of the browser's processor time, and most
// tests read the document only. A body of opacity 0 has its sizes, its focus and its clicks; what looks at
// colours or takes a picture runs `whilePainted`.

type Unpainted = { unpainted?: CSSStyleSheet };

const skipPainting = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    // The dot is the first content that the page paints, which its scripts wait for.
    sheet.replaceSync(
      'body { opacity: 0 !important } html::before { content: "." / ""; position: fixed; font-size: 1px; pointer-events: none }',
    );
    document.adoptedStyleSheets.push(sheet);
    (window as Unpainted).unpainted = sheet;
  });

const setPainted = (page: Page, painted: boolean): Promise<void> =>
  page.evaluate((value) => {
    const { unpainted } = window as Unpainted;
    if (unpainted) unpainted.disabled = value;
  }, painted);

async function whilePainted<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await setPainted(page, true);
  try {
    return await look();
  } finally {
    if (!page.isClosed()) await setPainted(page, false);
  }
}

// Contrast between two colours as the browser paints them.

/** WCAG contrast of a colour with the background around an element, from 1 to 21, rounded to two digits. */
export const contrastWithBackdrop = (element: Locator, color: string): Promise<number> =>
  element.evaluate((inner, painted) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('no canvas');
    // A canvas converts every notation of a colour, such as oklch().
    const readPixel = (value: string): readonly number[] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = value;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (value: string): number => {
      const [red = 0, green = 0, blue = 0] = readPixel(value).map((each) => {
        const share = each / 255;
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const backdrop = (at: Element | null): string => {
      if (!at) return 'white';
      const { backgroundColor } = getComputedStyle(at);
      return readPixel(backgroundColor)[3] === 255 ? backgroundColor : backdrop(at.parentElement);
    };
    const [darker = 0, lighter = 0] = [luminance(painted), luminance(backdrop(inner.parentElement))].sort((a, b) => a - b);
    return Math.round((100 * (lighter + 0.05)) / (darker + 0.05)) / 100;
  }, color);
