// What programs read without a key, by the client of the protocol's own SDK and by plain requests.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { rowCounts } from '../../../tests/support/rows/database.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

type Answer = {
  readonly result?: {
    readonly tools?: readonly { readonly name: string }[];
    readonly structuredContent?: Record<string, unknown>;
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
  };
  readonly error?: { readonly code: number };
};

async function ask(shop: Shop, body: string | object, headers: Record<string, string> = {}): Promise<[number, Answer]> {
  const sent = typeof body === 'string' ? body : JSON.stringify({ jsonrpc: '2.0', id: 1, ...body });
  const answer = await fetch(`${shop.urls.storefront}/api/mcp`, { method: 'POST', body: sent, headers });
  return [answer.status, (await answer.json()) as Answer];
}

async function use(shop: Shop, name: string, given: object = {}) {
  const [status, { result }] = await ask(shop, { method: 'tools/call', params: { name, arguments: given } });
  expect(status).toBe(200);
  return result?.isError ? result.content?.[0]?.text : result?.structuredContent;
}

describe('MCP server', () => {
  test.for(['legacy', 'auto'] as const)('the client of the SDK connects, lists the tools and uses one: %s', async (mode, { shop }) => {
    const client = new Client({ name: 'sample', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${shop.urls.storefront}/api/mcp`)));
    expect(client.getServerVersion()).toEqual({ name: 'Fanfare', version: '1.0.0' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['list_services', true],
      ['get_service', true],
      ['price', true],
    ]);
    const services = (await client.callTool({ name: 'list_services', arguments: { currency: 'USD', language: 'es' } })) as Answer['result'];
    expect(services?.structuredContent?.services).toContainEqual({
      ...{ slug: 'quick-reads', name: 'Artículos breves', summary: expect.any(String) },
      ...{ from: { amount: 2_900, currency: 'USD', decimal: '29.00', text: expect.stringContaining('29') } },
      url: `${shop.urls.storefront}/services/quick-reads/about`,
    });
    await client.close();
  });

  test('a plain request needs neither a session nor headers', async ({ shop }) => {
    const [status, { result }] = await ask(shop, { method: 'tools/list' });
    expect([status, result?.tools?.map(({ name }) => name)]).toEqual([200, ['list_services', 'get_service', 'price']]);
    const service = await use(shop, 'get_service', { service: 'Quick-Reads' });
    expect(service).toMatchObject({
      slug: 'quick-reads',
      offers: expect.arrayContaining([
        expect.objectContaining({
          id: 'quick-reads-500',
          price: { amount: 3_900, currency: 'EUR', decimal: '39.00', text: '€39.00' },
          turnaround: { amount: 48, unit: 'hours' },
          questions: expect.arrayContaining([{ name: 'topic', label: expect.any(String), kind: 'text', required: true }]),
        }),
      ]),
    });
  });

  test('a price is that of the cart; what does not fit is said', async ({ shop }) => {
    const { offers, platformTypes } = (await shop.call('POST /api/prices', { currency: 0 })).body;
    const post = offers.find(({ platforms }) => platforms.length > 0);
    const dear = platformTypes.find(({ platform, surchargePercent }) => surchargePercent > 0 && post?.platforms.includes(platform));
    const percent = 100 + (dear?.surchargePercent ?? 0);
    expect(await use(shop, 'price', { offer: post?.id, quantity: 2, platform: dear?.platform })).toEqual({
      ...{ offer: post?.id, quantity: 2, platform: dear?.platform, interval: null },
      total: expect.objectContaining({ amount: Math.floor(((post?.unitPrice ?? 0) * 2 * percent + 50) / 100), currency: 'EUR' }),
      cartLink: `${shop.urls.storefront}/cart/add?offer=${post?.id}&quantity=2&platform=${dear?.platform}`,
    });
    expect(await use(shop, 'price', { offer: 'quick-reads-500' })).toMatchObject({ quantity: 1, total: { amount: 3_900 } });
    for (const [given, error] of [
      [{ offer: post?.id }, /^platform: /],
      [{ offer: 'quick-reads-500', quantity: 9_999 }, /^quantity: /],
      [{ offer: 'nothing' }, /^offerId: /],
      [{ offer: 'quick-reads-500', currency: 'XYZ' }, /^currency: the shop sells in EUR, USD, AUD, NOK/],
      [{ offer: 'quick-reads-500', addOns: [{ id: 'nothing' }] }, /addOns/],
      [{ quantity: 'x' }, /offer/],
    ] as const)
      expect([given, await use(shop, 'price', given)]).toEqual([given, expect.stringMatching(error)]);
    expect(await use(shop, 'get_service', { service: 'nothing' })).toMatch(/There is no service nothing/);
  });

  test('bad requests get errors of the protocol, and nothing is written', async ({ shop }) => {
    const before = await rowCounts(shop);
    for (const body of ['', '{broken', '[]', 'null', '{}', '{"jsonrpc":"2.0"}', JSON.stringify(Array(2_000).fill(1)), '\u0000'])
      expect([body, await ask(shop, body)]).toEqual([
        body,
        [400, expect.objectContaining({ error: expect.objectContaining({ code: expect.any(Number) }) })],
      ]);
    expect((await ask(shop, { method: 'orders/buy' }))[1].error?.code).toBe(-32_601);
    expect((await ask(shop, { method: 'tools/call', params: { name: 'buy', arguments: {} } }))[1].error?.code).toBe(-32_602);
    expect((await ask(shop, { method: 'tools/list' }, { 'mcp-protocol-version': '1999-01-01' }))[0]).toBe(400);
    expect((await ask(shop, 'x'.repeat(100_000)))[0]).toBe(413);
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${shop.urls.storefront}/api/mcp`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect(await rowCounts(shop)).toEqual(before);
  });

  test('an address asks sixty times in a minute', async () => {
    await using shop = await openShop({ jobs: false });
    for (let count = 0; count < 60; count++) expect((await ask(shop, { method: 'ping' }))[0]).toBe(200);
    expect((await ask(shop, { method: 'ping' }))[0]).toBe(429);
  });
});

describe('llms.txt', () => {
  test('it lists what the shop lists, by addresses that answer', async ({ shop }) => {
    const text = await (await fetch(`${shop.urls.storefront}/llms.txt`)).text();
    expect(text).toMatch(/^# Fanfare\n\n> .+\n/);
    expect(text).toContain('/services/quick-reads/about): ');
    expect(text).toContain('From €25.00.');
    const addresses = [...text.matchAll(/\]\((\S+?)\)/g)]
      .map(([, address = '']) => address)
      .filter((address) => !address.endsWith('/api/mcp'));
    expect(addresses.length).toBeGreaterThan(15);
    for (const address of addresses) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
    const { headers } = await fetch(`${shop.urls.storefront}/llms.txt`);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['text/plain; charset=utf-8', 'public, max-age=3600']);
    expect((await fetch(`${shop.urls.storefront}/llms.txt`, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(304);
  });
});

test('page of a service: JSON-LD has its offers with prices and delivery times', async ({ shop }) => {
  const html = await (await fetch(`${shop.urls.storefront}/services/quick-reads/about`)).text();
  const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const things = (JSON.parse(text) as { '@graph': readonly object[] })['@graph'];
  expect(things).toContainEqual(
    expect.objectContaining({
      '@type': 'Service',
      offers: expect.arrayContaining([
        {
          ...{ '@type': 'Offer', sku: 'quick-reads-500', name: expect.any(String), price: '39.00', priceCurrency: 'EUR' },
          deliveryLeadTime: { '@type': 'QuantitativeValue', value: 48, unitCode: 'HUR' },
        },
      ]),
    }),
  );
});
