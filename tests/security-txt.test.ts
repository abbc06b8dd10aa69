// The security.txt file, for reports of vulnerabilities.
import { describe, expect, test } from './support/shop.ts';

describe('security.txt', () => {
  const PATH = '/.well-known/security.txt';
  const listFieldNames = (body: string) =>
    Object.fromEntries(
      body
        .split('\r\n')
        .filter(Boolean)
        .map((line) => line.split(/: (.*)/s).slice(0, 2)),
    );

  test('has contact, expiry, languages and canonical URL, independent of the Host header', async ({ shop }) => {
    const answer = await fetch(shop.urls.storefront + PATH, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = listFieldNames(await answer.text());
    expect(fields).toMatchObject({
      Contact: 'mailto:support@fanfare.example',
      'Preferred-Languages': 'en, es, ja',
      Canonical: `${shop.ctx.config.shopUrl}${PATH}`,
    });
    expect(Date.parse(fields.Expires ?? '')).toBe(shop.clock.now().getTime() + 180 * 86_400_000);
  });

  test('expiry stays in the future after 400 days', async ({ shop }) => {
    shop.clock.turn({ days: 400 });
    const fields = listFieldNames(await (await fetch(shop.urls.storefront + PATH)).text());
    expect(Date.parse(fields.Expires ?? '')).toBeGreaterThan(shop.clock.now().getTime());
  });
});
