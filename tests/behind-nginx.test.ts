// The shop behind nginx with the configuration of ops/nginx. tests/nginx-requests.test.ts and
// nginx-answers.test.ts try what nginx itself decides.
import { getPageRow, isMailed, listServedPages } from '../src/pages.ts';
import { framings, tricked } from './support/http.ts';
import { hasNginx, startNginx } from './support/nginx.ts';
import { setUnitPrice } from './support/rows/orders.ts';
import { test as base, expect } from './support/shop.ts';
import { asked, atDesk, environment, linkCode, opened, sendTicket, TICKET, threadAt } from './support/tickets.ts';

const test = base
  .extend('shopOptions', { scope: 'file' }, { environment })
  .extend('nginx', { scope: 'file' }, async ({ shop }, { onCleanup }) => {
    const nginx = await startNginx(shop.urls.storefront);
    onCleanup(() => nginx.stop());
    return nginx;
  });

const nginxTest = test.skipIf(!hasNginx);

nginxTest(
  'marks the pages that nginx repeats, for a declared proxy only: no mailed page, no page of one request, no cookie',
  async ({ shop, nginx }) => {
    const mark = async (path: string, headers: Record<string, string>) =>
      (await fetch(shop.urls.storefront + path, { headers, redirect: 'manual' })).headers.get('x-accel-expires');
    const rows = listServedPages(true).map((name) => ({ name, ...getPageRow(name) }));
    const addresses = rows.flatMap(({ name, path, query = {}, typed = {} }) => [
      [name, path] as const,
      ...Object.entries(query).flatMap(([key, values]) =>
        values.map((value) => [name, `${path}?${key}=${encodeURIComponent(value)}`] as const),
      ),
      ...Object.keys(typed).map((key) => [name, `${path}?${key}=a`] as const),
    ]);
    for (const [name, path] of [...addresses, ['home', '/?lang=es'] as const]) {
      const marked = await mark(path, { 'x-forwarded-for': '192.0.2.1' });
      // Twice, because the second answer does not pass Fastify.
      expect([path, await mark(path, { 'x-forwarded-for': '192.0.2.1' })]).toEqual([path, marked]);
      expect([path, await mark(path, {}), await mark(path, {})]).toEqual([path, null, null]);
      if (isMailed(name)) expect([path, marked]).toEqual([path, null]);
      const before = nginx.states().length;
      for (let time = 0; time < 2; time++) await nginx.get(path, { 'accept-language': name });
      await expect.poll(() => nginx.states().length).toBe(before + 2);
      const wasStored = /HIT|EXPIRED/.test(nginx.states().at(-1) ?? '');
      expect([path, wasStored]).toEqual([path, marked === '1']);
    }
  },
);

nginxTest('a changed price is seen when the second is over', async ({ shop, nginx }) => {
  const price = async () => /from (€\d+)/.exec((await nginx.get('/', { 'accept-language': 'en' })).body)?.[1];
  expect(await price()).toBe('€29');
  await setUnitPrice(shop, 'social-boosts-3', 0, 3_100);
  await expect.poll(price).toBe('€31');
});

nginxTest('a conversation by its cookie is seen by nobody else', async ({ shop, nginx }) => {
  const ticket = asked();
  const { ticketNumber } = await sendTicket(shop, ticket);
  await (await atDesk(shop)).answer(ticketNumber, 'It is under way.');
  const cookie = await opened(shop, await linkCode(shop, ticket.email));
  expect((await threadAt(shop, cookie)).thread).toBeDefined();
  const own = await nginx.get(TICKET, { cookie });
  expect(own.body).toContain('It is under way.');
  expect(own.headers['cache-control']).toMatch(/no-store/);
  for (const headers of [{}, { cookie: 'locale=en' }]) expect((await nginx.get(TICKET, headers)).body).not.toContain('under way');
});

nginxTest('60 framing tricks and more: one answer each, and the next visitor gets their own page', async ({ nginx }) => {
  expect(framings.length).toBeGreaterThanOrEqual(60);
  const honest = () => nginx.get('/terms-and-conditions', { cookie: 'a=b' });
  const own = (await honest()).body;
  expect(await tricked(nginx.plain, async () => expect((await honest()).body).toBe(own))).toEqual([]);
});
