// The next open page, which the browser prepares while a visitor points at its link, and the last one, which
// it keeps for Back.
import { describe } from 'vitest';
import { hashInline } from '#platform/http/headers.ts';
import { isInSitemap } from '#site/seo/listing.ts';
import { getPageRow, pageNames } from '../../src/pages.ts';
import { type OwnTab, openOwnTab } from '../support/own-browser.ts';
import { test as base, expect } from '../support/shop.ts';

const patterns = pageNames
  .map(getPageRow)
  .filter(isInSitemap)
  .map(({ path }) => path);
const paths = patterns.map((path) => path.replace(':id', 'brand-stories'));

const test = base.extend(
  'tab',
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  async ({}, { onCleanup }) => {
    const tab = await openOwnTab();
    onCleanup(() => tab.close());
    for (const domain of ['Page', 'Preload', 'Network']) await tab.send(`${domain}.enable`);
    return tab;
  },
);

const statuses = ({ events }: OwnTab) =>
  events.filter(({ method }) => method === 'Preload.prerenderStatusUpdated').map(({ params }) => params.status);
const live = (tab: OwnTab) =>
  tab.evaluate(`new Promise((done) => {
    if (document.documentElement.dataset.live === '1') done();
    else document.addEventListener('live', done, { once: true });
  })`);

async function open(tab: OwnTab, address: string): Promise<void> {
  const loads = () => tab.events.filter(({ method }) => method === 'Page.loadEventFired').length;
  const before = loads();
  await tab.send('Page.navigate', { url: address });
  await expect.poll(loads).toBeGreaterThan(before);
}

/** A browser that is pointed at a link before does not look at the link again. */
const expectRules = (tab: OwnTab) =>
  expect.poll(() => tab.evaluate(`document.querySelectorAll('script[type=speculationrules]').length`)).toBe(1);

const ASKED = `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => /^.(api|builds)/.test(path))`;
const LINK = 'header nav a[href="/services"]';

describe('next page', () => {
  test('visitor points at a link: the page is prepared, and asks, counts and stores nothing before it is shown', async ({ tab, shop }) => {
    const home = `${shop.urls.storefront}/`;
    await open(tab, home);
    await tab.evaluate(`localStorage.setItem('agreePrivacy', 'true')`);
    await open(tab, home);
    await expectRules(tab);
    await tab.point(LINK);
    await expect.poll(() => statuses(tab)).toContain('Ready');
    // Even what starts the scripts of a page that is shown.
    await tab.evaluate(`dispatchEvent(new Event('pointerdown'))`, 'prepared');
    expect(
      await tab.evaluate(
        `({ prerendering: document.prerendering, page: location.pathname, asked: ${ASKED},
          stored: Object.keys({ ...localStorage, ...sessionStorage }), cookies: document.cookie })`,
        'prepared',
      ),
    ).toEqual({ prerendering: true, page: '/services', asked: [], stored: ['agreePrivacy'], cookies: '' });
    await tab.click();
    await live(tab);
    expect(
      await tab.evaluate(`[location.pathname, performance.getEntriesByType('navigation')[0].activationStart > 0, document.prerendering]`),
    ).toEqual(['/services', true, false]);
    await expect.poll(() => tab.evaluate<string[]>(ASKED)).toContain('/api/visits');
  });

  test('session and answer given meanwhile: the prepared page has them when it is live', async ({ tab, shop }) => {
    await open(tab, `${shop.urls.storefront}/`);
    await expectRules(tab);
    await tab.point(LINK);
    await expect.poll(() => statuses(tab)).toContain('Ready');
    await tab.evaluate(`localStorage.setItem('agreePrivacy', 'false'); localStorage.setItem('accessToken', 'x')`);
    await tab.click();
    await live(tab);
    expect(await tab.evaluate(`({ ...document.documentElement.dataset })`)).toEqual({ consent: 'rejected', live: '1', session: '' });
  });

  test('rules: every open page without a query, allowed by their hash', async ({ shop }) => {
    const script = await fetch(`${shop.urls.storefront}/speculation.js`).then((answer) => answer.text());
    const rules = JSON.parse(/text:(".*")\}/.exec(script)?.[1] ?? '""') as string;
    const [{ where }] = (JSON.parse(rules) as { prerender: [{ where: { href_matches: unknown } }] }).prerender;
    expect(where.href_matches).toEqual(patterns.map((pathname) => ({ pathname, search: '' })));
    const { headers } = await fetch(`${shop.urls.storefront}/`);
    expect(headers.get('content-security-policy')).toContain(hashInline(rules));
  });
});

describe('last page', () => {
  test.for(paths)('%s: nothing prevents that the browser keeps it', async (path, { tab, shop }) => {
    await open(tab, shop.urls.storefront + path);
    await live(tab);
    await open(tab, `${shop.urls.storefront}/robots.txt`);
    // Later, because the answer to a command is lost with the page.
    await tab.evaluate('setTimeout(() => history.back())');
    // Chromium says that it restored the page, or why it could not. The one that npm brings keeps no page at
    // all, which is a circumstance; beside it, it names what the page would have to change.
    const reasons = () =>
      tab.events.flatMap(({ method, params }) => {
        if (method === 'Page.frameNavigated' && params.type === 'BackForwardCacheRestore') return [[]];
        return method === 'Page.backForwardCacheNotUsed' ? [params.notRestoredExplanations as { type: string }[]] : [];
      });
    await expect.poll(reasons).toHaveLength(1);
    expect(reasons()[0]?.filter(({ type }) => type !== 'Circumstantial')).toEqual([]);
    expect((await fetch(shop.urls.storefront + path)).headers.get('cache-control')).toBe('private, no-cache');
  });

  test('page that was kept: has the session, the answer and the currency of now', async ({ tab, shop }) => {
    await open(tab, `${shop.urls.storefront}/`);
    await live(tab);
    await tab.evaluate(`localStorage.setItem('agreePrivacy', 'false'); localStorage.setItem('accessToken', 'x'); localStorage.setItem('currency', '1');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await expect.poll(() => tab.evaluate(`document.querySelector('main').textContent.includes('US$')`)).toBe(true);
    await live(tab);
    expect(await tab.evaluate(`({ ...document.documentElement.dataset })`)).toEqual({ consent: 'rejected', live: '1', session: '' });
  });
});
