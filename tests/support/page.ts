// Browser pages for tests: one browser per file, a fresh context per test. A test fails if the page throws, logs an error or requests another host; a test
// that expects such a fault removes it from `faults`.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, expect as expectPage, type Page } from '@playwright/test';
import axe from 'axe-core';
import { test as base } from 'vitest';
import { launch } from './browser.ts';

const artefacts = join(import.meta.dirname, '../../artefacts');
const localHosts = ['localhost', '127.0.0.1', '[::1]'];
/** Shorter than the test's timeout, so that the error names the page. */
const PATIENCE_MS = 60_000;

export const expect = expectPage.configure({ timeout: PATIENCE_MS });

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launch();
    onCleanup(() => browser.close());
    return browser;
  })
  // Differences from an English desktop browser: `test.override('contextOptions', { locale: 'ja-JP' })`, inside a describe.
  .extend('contextOptions', {} as BrowserContextOptions)
  // The base of `page.goto('/cart')`; in journey.ts the shop's storefront.
  .extend('baseURL', { scope: 'file' }, '')
  // Errors of all pages of the context; must be empty at the end.
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  .extend('faults', ({}, { onCleanup }) => {
    const faults: string[] = [];
    onCleanup(() => {
      if (faults.length > 0) throw new Error(`The page had faults that the test did not expect:\n${faults.join('\n')}`);
    });
    return faults;
  })
  // A context for another person; its faults count too.
  .extend('openContext', ({ browser, contextOptions, baseURL, faults }, { onCleanup }) => {
    const opened: BrowserContext[] = [];
    onCleanup(async () => {
      for (const context of opened) await context.close();
    });
    return async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
      const context = await browser.newContext({
        locale: 'en-US',
        timezoneId: 'Europe/Berlin',
        ...(baseURL ? { baseURL } : {}),
        ...contextOptions,
        ...options,
      });
      opened.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      watch(context, faults);
      return context;
    };
  })
  .extend('context', ({ openContext }) => openContext())
  .extend('page', async ({ context, task }, { onCleanup }) => {
    const page = await context.newPage();
    onCleanup(async () => {
      if (task.result?.errors?.length) await keepPicture(page, join('failures', task.name));
    });
    return page;
  });

function watch(context: BrowserContext, faults: string[]): void {
  context.on('weberror', (fault) => faults.push(`thrown: ${fault.error().stack ?? fault.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !localHosts.includes(url.hostname)) faults.push(`asked another host: ${request.url()}`);
  });
}

/** Saves a screenshot under artefacts/ with PICTURES=1, and in the full run. */
export async function shoot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (process.env.PICTURES || process.env.FULL) await keepPicture(page, name, options);
}

async function keepPicture(page: Page, name: string, { fullPage = false }: { fullPage?: boolean } = {}): Promise<void> {
  const path = join(artefacts, `${name.replace(/[^\p{Letter}\p{Number}/_.-]+/gu, '-')}.png`);
  mkdirSync(join(path, '..'), { recursive: true });
  await page.screenshot({ path, fullPage });
}

/** Waits for transitions, because colours in transition do not have their final contrast. */
export async function atRest(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame().then(frame);
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

type Colour = { red: number; green: number; blue: number; alpha: number };
type Axe = { axe: typeof axe & { commons: { color: { Color: { prototype: Colour & { parseString(text: string): Colour } } } } } };

/** Parses each colour once: to convert the shop's few oklch colours for every element takes a quarter of axe's time. */
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
 * Checks WCAG 2.2 AA and axe's best practices. Runs axe in the page itself: axe's runner for Playwright opens an empty page for each result and takes
 * five times as long, and adds only support for frames, which the shop does not use.
 */
export async function expectAccessible(page: Page, options: { except?: readonly string[] } = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate(cacheColours);
  }
  await page.evaluate(atRest);
  const violations = await page.evaluate((run) => (window as unknown as Axe).axe.run(document, run).then((result) => result.violations), {
    runOnly: { type: 'tag' as const, values: wcag },
    rules: Object.fromEntries((options.except ?? []).map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations' as const],
    preload: false,
  });
  if (violations.length === 0) return;
  const lines = violations.flatMap((violation) => [
    `${violation.id} (${violation.impact}): ${violation.help}`,
    ...violation.nodes.slice(0, 5).map((node) => `  ${node.target.join(' ')}: ${node.failureSummary?.replaceAll('\n', ' ') ?? ''}`),
  ]);
  throw new Error(`${page.url()} has accessibility faults:\n${lines.join('\n')}`);
}
