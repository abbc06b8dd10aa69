// Rate limits of tickets over HTTP: by network address, by email address, and across nodes.

import { inject } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { limitRows } from '../../../tests/support/rows/database.ts';
import { ticketsFrom } from '../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, SECRET_KEYS, type Shop } from '../../../tests/support/shop.ts';
import { asked, environment, sendTicket, somebody, somewhere } from '../../../tests/support/tickets.ts';
import { createApp } from '../../app.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

describe('rate limit of tickets', () => {
  const at = (shop: Pick<Shop, 'urls'>, from: string, count: number, more: object = {}, language = 'en') =>
    Promise.all(Array.from({ length: count }, () => sendTicket(shop, asked(more), { from, language })));
  const counts = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;

  test('20 at once from one address: five are accepted, the rest get 429 with Retry-After', async ({ shop }) => {
    const answers = await at(shop, somewhere(), 20);
    expect(counts(answers)).toBe(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    for (const { headers, title, detail, errors } of refused) {
      expect(headers.get('retry-after')).toBe('600');
      expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect({ title, detail, errors }).toEqual({
        title: 'Too many requests',
        detail: 'Too many attempts. Try again in 10 minutes.',
        errors: undefined,
      });
    }
  });

  test.for([
    ['es', 'Demasiados intentos. Vuelve a intentarlo dentro de 10 minutos.'],
    ['ja', '試行回数が上限に達しました。10分後にもう一度お試しください。'],
  ] as const)('the error is translated: %s', async ([language, detail], { shop }) => {
    const answers = await at(shop, somewhere(), 6, {}, language);
    expect(answers.find(({ status }) => status === 429)).toMatchObject({ detail });
  });

  test('five in any ten minutes, in a sliding window', async ({ shop }) => {
    const from = somewhere();
    expect(counts(await at(shop, from, 3))).toBe(3);
    shop.clock.turn({ minutes: 9 });
    expect(counts(await at(shop, from, 3))).toBe(2);
    shop.clock.turn({ seconds: 59 });
    const [refused] = await at(shop, from, 1);
    expect(refused?.headers.get('retry-after')).toBe('1');
    shop.clock.turn({ seconds: 1 });
    expect(counts(await at(shop, from, 5))).toBe(3);
  });

  test('an IPv6 network counts as one address', async ({ shop }) => {
    const network = somewhere().split('::')[0];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, host) => sendTicket(shop, asked(), { from: `${network}:1::${host}` })),
    );
    expect(counts(answers)).toBe(5);
    expect(counts(await at(shop, somewhere(), 1))).toBe(1);
  });

  test('20 a day for one email address, in any case and from any network', async ({ shop }) => {
    const email = somebody();
    const spell = (count: number) => (count % 2 === 0 ? email : email.toUpperCase());
    const answers = await Promise.all(Array.from({ length: 25 }, (_, count) => sendTicket(shop, asked({ email: spell(count) }))));
    expect(counts(answers)).toBe(20);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('86400');
    expect(refused?.detail).toBe('Too many attempts. Try again in 24 hours.');
    shop.clock.turn({ days: 1 });
    expect(await sendTicket(shop, asked({ email }))).toMatchObject({ status: 200 });
  });

  test('an error by network address does not count for the email address', async ({ shop }) => {
    const email = somebody();
    await at(shop, somewhere(), 30, { email });
    expect(await ticketsFrom(shop, email)).toHaveLength(5);
    expect(counts(await Promise.all(Array.from({ length: 15 }, () => sendTicket(shop, asked({ email })))))).toBe(15);
  });

  test('an invalid form does not count', async ({ shop }) => {
    const from = somewhere();
    expect((await at(shop, from, 10, { message: '' })).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 400));
    expect(counts(await at(shop, from, 5))).toBe(5);
  });

  test('two nodes over one database share the limit', async ({ shop }) => {
    const { config } = readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      DESK_PORT: '0',
      SANDBOX_PORT: '0',
      LOG_LEVEL: 'silent',
      SECRET_KEYS,
      ...environment,
    });
    const { connection, clock, ctx } = shop;
    const other = await createApp({ config, connection, clock, log: ctx.log, build: inject('build'), jobs: false, refuseEarly: false });
    try {
      const from = somewhere();
      const answers = await Promise.all([at(shop, from, 10), at(other, from, 10)]);
      expect(counts(answers.flat())).toBe(5);
    } finally {
      await other.stop();
    }
  });

  test('RATE_LIMITS=off: no limit', async () => {
    await using shop = await openShop({ environment: { ...environment, RATE_LIMITS: 'off' }, jobs: false });
    expect(counts(await at(shop, somewhere(), 25, { email: somebody() }))).toBe(25);
    expect(await limitRows(shop)).toEqual([]);
  });
});
