// npm run fanfare -- lighthouse: Lighthouse on every open page, phone on slow 4G, median of three runs. Exits
// with 1 below the required scores. `npm run fanfare -- lighthouse -- / /faq --runs 5` selects pages and
// runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '#site/builds/build.ts';
import { isInSitemap } from '#site/seo/listing.ts';
import { computeMedian } from '../bench/measure.ts';
import { startShop, waitUntilReady } from '../ops/lab/shop-process.ts';
import { getPageRow, pageNames } from '../src/pages.ts';
import { chromiumArgs, findChromium } from '../tests/support/browser.ts';
import { loadTool } from './tools/fetch-tool.ts';

/** Lighthouse is installed on its first use, so its types are written here as far as they are used. */
type Audit = { readonly title: string; readonly score: number | null; readonly displayValue?: string; readonly numericValue?: number };
type Category = { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] };
type Result = {
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<Record<string, Category>>;
  readonly runtimeError?: { readonly message: string };
};
type Lighthouse = { default(url: string, flags: object): Promise<{ readonly lhr: Result } | undefined> };
type Trace = { default: { getDefaultTraceCategories(): string[] } };
type ChromeLauncher = { launch(options: object): Promise<{ readonly port: number; kill(): void }> };

const { default: lighthouse } = await loadTool<Lighthouse>('lighthouse', 'lighthouse/core/index.js');
const { default: Trace } = await loadTool<Trace>('lighthouse', 'lighthouse/core/gather/gatherers/trace.js');
const chromeLauncher = await loadTool<ChromeLauncher>('lighthouse', 'chrome-launcher/dist/index.js');

type Figure = {
  readonly head: string;
  readonly of: (result: Result) => number;
  readonly bar: number;
  readonly least: boolean;
  readonly digits: number;
};

const createScoreFigure = (head: string, category: string, bar: number): Figure => ({
  head,
  bar,
  least: true,
  digits: 0,
  of: ({ categories }) => Math.round((categories[category]?.score ?? 0) * 100),
});
const createAuditFigure = (head: string, id: string, bar: number, digits: number, divisor = 1): Figure => ({
  head,
  bar,
  least: false,
  digits,
  of: ({ audits }) => (audits[id]?.numericValue ?? Number.POSITIVE_INFINITY) / divisor,
});

const figures: readonly Figure[] = [
  createScoreFigure('performance', 'performance', 99),
  createScoreFigure('accessibility', 'accessibility', 100),
  createScoreFigure('best practices', 'best-practices', 100),
  createScoreFigure('SEO', 'seo', 100),
  createAuditFigure('LCP s', 'largest-contentful-paint', 0.8, 2, 1_000),
  createAuditFigure('CLS', 'cumulative-layout-shift', 0.01, 3),
  createAuditFigure('TBT ms', 'total-blocking-time', 30, 0),
];

// Chromium 147 fails on pages with a Referrer-Policy if this is traced; no score needs it.
const traced = Trace.getDefaultTraceCategories().filter((category) => category !== 'blink.webdx_feature_usage');
Trace.getDefaultTraceCategories = () => traced;

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: 'string', default: '3' } } });
const open = pageNames.map(getPageRow).filter(({ who, workshop }) => who === 'open' && !workshop);
const paths = open
  .map(({ path }) => path.replace(':id', 'brand-stories'))
  .filter((path) => positionals.length === 0 || positionals.includes(path));
const width = Math.max(4, ...paths.map((path) => path.length));

await ensureBuilt({ log: (line) => console.log(line) });
const folder = mkdtempSync(join(tmpdir(), 'fanfare-lighthouse-'));
const shop = await startShop({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
await waitUntilReady(shop);
const { path: chromePath, env: chromeEnv } = findChromium();
const chrome = await chromeLauncher.launch({
  chromePath,
  chromeFlags: ['--headless', ...chromiumArgs],
  envVars: { ...process.env, ...chromeEnv },
});
let isBelow = false;
try {
  console.log(`${'page'.padEnd(width)}${figures.map(({ head }) => head.padStart(16)).join('')}`);
  // The first run includes the browser's start and is discarded.
  await measurePage(shop.url);
  for (const path of paths) isBelow = !(await judge(path)) || isBelow;
  console.log(`${'bar'.padEnd(width)}${figures.map(({ bar, least }) => `${least ? '≥' : '≤'} ${bar}`.padStart(16)).join('')}`);
} finally {
  chrome.kill();
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isBelow ? 1 : 0;

/** Pages with noindex, which Lighthouse counts as a failure. */
function isUnlisted(path: string): boolean {
  return open.some((row) => row.path === path && !isInSitemap(row));
}

/** The page as a row, and below it the failed audits. */
async function judge(path: string): Promise<boolean> {
  const results: Result[] = [];
  for (let run = 0; run < Number(options.runs); run++) results.push(await measurePage(shop.url + path));
  const values = figures.map(({ of }) => computeMedian(results.map(of)));
  const good = figures.map(
    ({ head, least, bar }, index) =>
      (head === 'SEO' && isUnlisted(path)) || (least ? (values[index] ?? 0) >= bar : (values[index] ?? 0) <= bar),
  );
  const cells = figures.map(({ digits }, index) => `${values[index]?.toFixed(digits)}${good[index] ? ' ' : '!'}`.padStart(16));
  console.log(`${path.padEnd(width)}${cells.join('')}`);
  if (good.every(Boolean)) return true;
  for (const line of new Set(results.flatMap(listComplaints))) console.log(`  ${line}`);
  return false;
}

async function measurePage(url: string): Promise<Result> {
  const outcome = await lighthouse(url, {
    port: chrome.port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  });
  if (!outcome || outcome.lhr.runtimeError) throw new Error(`${url} could not be measured: ${outcome?.lhr.runtimeError?.message}`);
  return outcome.lhr;
}

function listComplaints({ audits, categories }: Result): string[] {
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return counted.flatMap(({ id }) => {
    const found = audits[id];
    if (!found || found.score === null || found.score >= 0.99) return [];
    return [`${id}: ${found.title}${found.displayValue ? ` (${found.displayValue})` : ''}`];
  });
}
