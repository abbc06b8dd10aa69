// The sandbox bank under concurrency: each charge and refund happens once, and webhooks are retried.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Currency } from '#lib/money/money.ts';
import {
  asked,
  countCharges,
  createSandboxProvider,
  createSigner,
  listWebhooks,
  openEar,
  press,
  test,
} from '../../../tests/support/bank.ts';
import { patience } from '../../../tests/support/patience.ts';
import {
  addBankPayment,
  addDueWebhooks,
  bankRefunded,
  claimNaively,
  deleteWebhooks,
  naiveCharges,
} from '../../../tests/support/rows/payments.ts';
import { describe, expect, shop as openShop } from '../../../tests/support/shop.ts';
import { PermanentJobError } from '../../jobs.ts';
import { takeDue } from './queries.ts';
import { createBankWebhooks } from './webhooks.ts';

describe('concurrent calls', () => {
  test('a hundred concurrent payments by one link: one charge', async ({ shop, provider }) => {
    const { link, paymentId } = asked(shop, provider);
    const answers = await Promise.all(Array.from({ length: 100 }, () => press(link, 'success')));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await countCharges(shop, paymentId)).toBe(1);
    expect(await listWebhooks(shop, paymentId)).toHaveLength(1);
  });

  test('naive version that reads before it writes: charges more than once', async ({ shop }) => {
    const { charge, count } = await naiveCharges(shop);
    await Promise.all(Array.from({ length: 100 }, charge));
    expect(await count()).toBeGreaterThan(1);
  });

  test('payment and cancellation at once: one happens, and both report it', async ({ shop, provider, signal }) => {
    const seen = new Set<string>();
    for (let round = 0; round < 40; round++) {
      const { link, paymentId } = asked(shop, provider);
      if (round % 2) await fetch(link);
      // The first one has a growing head start, in milliseconds, so that each wins sometimes on any machine.
      const [payAfter, cancelAfter] = round % 4 < 2 ? [0, round] : [round, 0];
      const [answer, state] = await Promise.all([
        pause(payAfter).then(() => press(link, 'success')),
        pause(cancelAfter).then(() => provider.cancelLink({ paymentId }, signal)),
      ]);
      expect([answer.status, state.state]).toBeOneOf([
        [303, 'paid'],
        [410, 'cancelled'],
      ]);
      expect(await countCharges(shop, paymentId)).toBe(state.state === 'paid' ? 1 : 0);
      seen.add(state.state);
    }
    expect([...seen].sort()).toEqual(['cancelled', 'paid']);
  });

  test('refunds: never more than the charge, and one for each refund id', async ({ shop, provider, listener, signal }) => {
    const { link, paymentId } = asked(shop, provider, { amount: 10_00 });
    await press(link, 'success');
    const state = await provider.askState({ paymentId }, signal);
    const reference = state.state === 'paid' ? state.charge.reference : '';
    const back = (refundId: string, amount = 1_00) =>
      provider.refund({ paymentId, reference, refundId, amount, currency: Currency.EUR }, signal);
    const first = await Promise.all(Array.from({ length: 20 }, () => back('the same')));
    expect(new Set(first.map((made) => made.reference)).size).toBe(1);
    const rest = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => back(`one of many ${index}`)));
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    for (const each of rest) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(PermanentJobError);
    expect(await bankRefunded(shop, reference)).toBe(10_00);
    expect(await back('the same')).toEqual(first[0]);
    await expect(back('the same', 2_00)).rejects.toThrow(PermanentJobError);
    await expect.poll(() => listener.of(paymentId).filter(({ event }) => event.kind === 'refunded').length).toBe(10);
    // A webhook counts as accepted when the bank has read the answer.
    const books = async () => (await fetch(`${shop.urls.sandbox}/bank`)).text();
    await expect
      .poll(books)
      .toMatch(
        new RegExp(`€10\\.00</td>\\s*<td class="num least">€10\\.00</td><td class="num">11 of 11</td>\\s*<td class="least">${paymentId}`),
      );
  });
});

describe('webhooks of the bank', () => {
  test('refused webhook: retried with growing pauses until the shop accepts it', async ({ shop, provider, listener }) => {
    listener.answer(500);
    try {
      const { link, paymentId } = asked(shop, provider);
      await press(link, 'success');
      for (const [tries, seconds] of [10, 40, 160, 640].entries()) {
        await expect.poll(() => listener.of(paymentId).length).toBe(tries + 1);
        const [row] = await listWebhooks(shop, paymentId);
        expect((row?.due_at?.getTime() ?? 0) - shop.clock.now().getTime()).toBe(seconds * 1_000);
        shop.clock.turn({ seconds });
      }
      await expect.poll(() => listener.of(paymentId).length).toBe(5);
      listener.answer(204);
      shop.clock.turn({ hours: 6 });
      await expect.poll(async () => (await listWebhooks(shop, paymentId))[0]).toMatchObject({ due_at: null, arrived_at: shop.clock.now() });
      expect(new Set(listener.of(paymentId).map(({ raw }) => raw.toString())).size).toBe(1);
    } finally {
      listener.answer(204);
    }
  });

  test('refused webhook: given up after two days', async ({ shop, provider, listener }) => {
    listener.answer(404);
    try {
      const { link, paymentId } = asked(shop, provider);
      await press(link, 'success');
      await expect.poll(() => listener.of(paymentId).length).toBe(1);
      shop.clock.turn({ days: 2 });
      await expect.poll(async () => (await listWebhooks(shop, paymentId))[0]).toMatchObject({ due_at: null, tries: 2, arrived_at: null });
    } finally {
      listener.answer(204);
    }
  });

  test('eight concurrent senders: each webhook is claimed once, by the naive version more than once', async ({ shop }) => {
    const [id, now] = [randomUUID(), shop.clock.now()];
    await addBankPayment(shop, id, now);
    const fill = () => addDueWebhooks(shop, id, 40, now);
    const eightTimes = (take: () => Promise<{ id: number }[]>) => Promise.all(Array.from({ length: 8 }, take)).then((all) => all.flat());
    const db = shop.ctx.db.orm;
    for (let round = 0; round < 10; round++) {
      await fill();
      const taken = await eightTimes(() => takeDue(db, now, { most: 40, pauses: { leastSeconds: 10, mostSeconds: 10 }, days: 2 }));
      expect(new Set(taken.map((each) => each.id)).size).toBe(taken.length);
    }
    await fill();
    const taken = await eightTimes(() => claimNaively(shop, now));
    expect(new Set(taken.map((each) => each.id)).size).toBeLessThan(taken.length);
    await deleteWebhooks(shop, id);
  });

  test('two processes on one database: each webhook is sent once', async ({ shop, provider, listener }) => {
    const others = await Promise.all([0, 1].map(async () => createBankWebhooks(shop.ctx, await createSigner(shop.ctx))));
    for (const other of others) other.start();
    const payments = Array.from({ length: 40 }, () => asked(shop, provider));
    for (const { link } of payments) await press(link, 'late');
    // A webhook that is under way when the clock is turned would be due again.
    for (const { paymentId } of payments)
      await expect.poll(async () => (await listWebhooks(shop, paymentId))[0]?.arrived_at).toEqual(expect.any(Date));
    shop.clock.turn({ minutes: 1 });
    for (const other of others) other.nudge();
    for (const { paymentId } of payments)
      await expect.poll(async () => (await listWebhooks(shop, paymentId)).at(-1)?.arrived_at).toEqual(shop.clock.now());
    await Promise.all(others.map((other) => other.stop()));
    const kinds = ({ paymentId }: { paymentId: string }) =>
      listener
        .of(paymentId)
        .map(({ event }) => event.kind)
        .toSorted();
    expect(payments.map(kinds)).toEqual(payments.map(() => ['begun', 'paid']));
  });

  test('shop that never answers: does not delay the stop, and its webhook stays due', async () => {
    await using listener = Object.assign(await openEar(), { [Symbol.asyncDispose]: () => listener.close() });
    const one = await openShop({ jobs: false, environment: { SHOP_URL: listener.url } });
    listener.answer(undefined);
    const { link, paymentId } = asked(one, await createSandboxProvider(one.ctx));
    await press(link, 'success');
    await expect.poll(() => listener.of(paymentId).length).toBe(1);
    const [row] = await listWebhooks(one, paymentId);
    expect(row).toMatchObject({ arrived_at: null, due_at: new Date(one.clock.now().getTime() + 10_000) });
    const since = performance.now();
    await one.close();
    expect(performance.now() - since).toBeLessThan(patience(4_000));
  });
});
