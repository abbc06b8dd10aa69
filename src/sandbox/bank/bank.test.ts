// The sandbox bank: outcomes of a payment, its pages and the authentication of its API.
import { randomUUID } from 'node:crypto';
import { Currency } from '#lib/money/money.ts';
import { asked, countCharges, createSigner, listWebhooks, type Outcome, press, test } from '../../../tests/support/bank.ts';
import { describe, expect } from '../../../tests/support/shop.ts';
import { PermanentJobError } from '../../jobs.ts';

describe('payment', () => {
  test.for([
    ['success', 'paid', ['paid']],
    ['twice', 'paid', ['paid', 'paid']],
    ['decline', 'declined', ['declined']],
    ['abandon', 'open', ['abandoned']],
  ] as const)('%s: its state is %s, and the shop receives %j', async ([outcome, state, kinds], { shop, provider, listener, signal }) => {
    const { link, paymentId, returnUrl } = asked(shop, provider);
    const answer = await press(link, outcome);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, returnUrl]);
    expect(await provider.askState({ paymentId }, signal)).toMatchObject({ state });
    await expect.poll(() => listener.of(paymentId).length).toBe(kinds.length);
    const events = await Promise.all(listener.of(paymentId).map(({ raw, headers }) => provider.readWebhook(raw, headers)));
    expect(events.map((event) => event?.kind)).toEqual(kinds);
    expect(new Set(events.map((event) => event?.eventId)).size).toBeLessThanOrEqual(1);
    expect(await countCharges(shop, paymentId)).toBe(state === 'paid' ? 1 : 0);
    expect(await listWebhooks(shop, paymentId)).toHaveLength(kinds.length);
  });

  test('paid: webhook and state query report the requested amount and currency', async ({ shop, provider, listener, signal }) => {
    const { link, paymentId } = asked(shop, provider, { amount: 1_234_56, currency: Currency.NOK });
    await press(link, 'success');
    await expect.poll(() => listener.of(paymentId).length).toBe(1);
    const [{ raw, headers } = expect.fail()] = listener.of(paymentId);
    const charge = { paymentId, amount: 1_234_56, currency: Currency.NOK, reference: expect.stringMatching(/^ch_/) };
    const event = await provider.readWebhook(raw, headers);
    expect(event).toEqual({ kind: 'paid', eventId: expect.stringMatching(/^ev_/), at: shop.clock.now(), ...charge });
    expect(await provider.askState({ paymentId }, signal)).toEqual({ state: 'paid', at: shop.clock.now(), charge });
  });

  test('lost: charged, but the response breaks, and no webhook tells of the charge', async ({ shop, provider, listener, signal }) => {
    const { link, paymentId } = asked(shop, provider);
    await expect(press(link, 'lost')).rejects.toThrow();
    expect(await provider.askState({ paymentId }, signal)).toMatchObject({ state: 'paid' });
    expect((await press(link, 'success')).status).toBe(409);
    await expect.poll(() => listener.of(paymentId).map(({ event }) => event.kind)).toEqual(['begun']);
    expect(await listWebhooks(shop, paymentId)).toHaveLength(1);
  });

  test('late: in progress, and the webhook of the charge is sent after a minute', async ({ shop, provider, listener, signal }) => {
    const { link, paymentId } = asked(shop, provider);
    expect((await press(link, 'late')).status).toBe(303);
    const due = shop.clock.now().getTime() + 60_000;
    expect((await listWebhooks(shop, paymentId)).at(-1)?.due_at?.getTime()).toBe(due);
    expect(await provider.askState({ paymentId }, signal)).toEqual({ state: 'processing' });
    // Webhooks are sent in order, so nothing earlier is still due after this one.
    const other = asked(shop, provider);
    await press(other.link, 'success');
    await expect.poll(() => listener.of(other.paymentId).length).toBe(1);
    const kinds = () => listener.of(paymentId).map(({ event }) => event.kind);
    expect(kinds()).toEqual(['begun']);
    shop.clock.turn({ seconds: 60 });
    await expect.poll(kinds).toEqual(['begun', 'paid']);
    expect(await provider.askState({ paymentId }, signal)).toMatchObject({ state: 'paid' });
  });

  test('dispute and dispute-lost: charged, disputed and decided; such a charge is not refunded', async ({
    shop,
    provider,
    listener,
    signal,
  }) => {
    for (const [outcome, kinds] of [
      ['dispute', ['disputed', 'paid']],
      ['dispute-lost', ['disputeLost', 'disputed', 'paid']],
    ] as const) {
      const { link, paymentId, amount, currency } = asked(shop, provider);
      expect((await press(link, outcome)).status).toBe(303);
      await expect
        .poll(() =>
          listener
            .of(paymentId)
            .map(({ event }) => event.kind)
            .toSorted(),
        )
        .toEqual(kinds);
      const state = await provider.askState({ paymentId }, signal);
      const reference = state.state === 'paid' ? state.charge.reference : '';
      await expect(provider.refund({ paymentId, reference, refundId: paymentId, amount, currency }, signal)).rejects.toThrow('disputed');
    }
  });

  test('declined: can be paid by the same link', async ({ shop, provider, signal }) => {
    const { link, paymentId } = asked(shop, provider);
    await press(link, 'decline');
    expect(await (await fetch(link)).text()).toContain('The last attempt was declined');
    expect((await press(link, 'success')).status).toBe(303);
    expect(await provider.askState({ paymentId }, signal)).toMatchObject({ state: 'paid' });
  });

  test.for([
    ['en', 'Already paid', 'This link has expired', 'This payment was cancelled'],
    ['es', 'Ya está pagado', 'Este enlace ha caducado', 'Este pago se ha cancelado'],
    ['jp', 'お支払い済みです', 'リンクの有効期限が切れました', 'このお支払いは取り消されました'],
  ] as const)(
    '%s: a link that is paid, expired or cancelled says so and charges nothing',
    async ([locale, ...words], { shop, provider, signal }) => {
      const [paid, expired, cancelled] = [0, 1, 2].map(() => asked(shop, provider, { locale }));
      if (!paid || !expired || !cancelled) expect.fail();
      await press(paid.link, 'success');
      await provider.cancelLink(cancelled, signal);
      shop.clock.turn({ days: 1, seconds: -1 });
      expect((await fetch(expired.link)).status).toBe(200);
      shop.clock.turn({ seconds: 1 });
      for (const [index, { link, paymentId, returnUrl }] of [paid, expired, cancelled].entries()) {
        for (const request of [
          () => fetch(link),
          ...(['success', 'lost', 'twice', 'decline', 'abandon'] as const).map((each) => () => press(link, each)),
        ]) {
          const answer = await request();
          expect(answer.status).toBe(index === 0 ? 409 : 410);
          const page = await answer.text();
          expect(page).toContain(words[index]);
          expect(page).toContain(`href="${returnUrl}"`);
        }
        expect(await countCharges(shop, paymentId)).toBe(index === 0 ? 1 : 0);
      }
      expect(await provider.askState(expired, signal)).toEqual({ state: 'expired' });
    },
  );
});

describe('payment page', () => {
  test('content: escaped, in the language of the payment, with forms to the shop only', async ({ shop, provider, listener }) => {
    const canary = '"><script>alert(1)</script>';
    const answer = await fetch(asked(shop, provider, { what: canary, locale: 'jp', amount: 1_00, currency: Currency.AUD }).link);
    const page = await answer.text();
    expect(page).not.toContain('<script');
    expect(page).toContain('<html lang="ja">');
    expect(page).toContain('A$1.00 <span class="soft">AUD</span>');
    expect(answer.headers.get('content-security-policy')).toContain(`form-action 'self' ${listener.url};`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('second step: offers to confirm or decline', async ({ shop, provider, signal }) => {
    const { link, paymentId } = asked(shop, provider);
    const page = await (await fetch(`${link}?step=confirm`)).text();
    expect(page).toContain('Confirm in your bank’s app');
    expect([...page.matchAll(/name="outcome" value="(\w+)"/g)].map(([, outcome]) => outcome)).toEqual(['success', 'decline']);
    expect(await provider.askState({ paymentId }, signal)).toEqual({ state: 'open' });
  });

  test('forged link: 404', async ({ shop, provider }) => {
    const { link } = asked(shop, provider);
    const [address = '', signature = ''] = link.split('.');
    const [front = '', text = ''] = address.split('/pay/');
    const dear = Buffer.from(Buffer.from(text, 'base64url').toString().replace('4900', '1')).toString('base64url');
    const signs = await createSigner(shop.ctx);
    const elsewhere = Buffer.from(
      Buffer.from(text, 'base64url')
        .toString()
        .replace(/localhost/, 'evil.example'),
    ).toString('base64url');
    const tokens = [
      '',
      text,
      `${text}.`,
      `${dear}.${signature}`,
      `${text}.${signature}.x`,
      `${text}.${signature}A`,
      `${elsewhere}.${signs.sign('link', elsewhere)}`,
    ];
    for (const token of [...tokens, `${text}.${signs.sign('webhook', text)}`, '%', '%00', 'x'.repeat(5_000)]) {
      expect([(await fetch(`${front}/pay/${token}`)).status, token]).toEqual([404, token]);
      expect([(await press(`${front}/pay/${token}`, 'success')).status, token]).toEqual([404, token]);
    }
    expect((await fetch(`${front}/pay/${text}.${signature}`)).status).toBe(200);
  });

  test.for(['', 'SUCCESS', 'toString', 'success '] as const)(
    'unknown outcome "%s": refused without effect',
    async (outcome, { shop, provider, signal }) => {
      const { link, paymentId } = asked(shop, provider);
      expect((await press(link, outcome as Outcome)).status).toBe(400);
      expect((await fetch(link, { method: 'POST' })).status).toBe(400);
      expect(await provider.askState({ paymentId }, signal)).toEqual({ state: 'unknown' });
    },
  );
});

describe('bank API', () => {
  test('signature missing, expired or of another call: refused', async ({ shop }) => {
    const signs = await createSigner(shop.ctx);
    const now = shop.clock.now();
    const body = JSON.stringify({ paymentId: randomUUID() });
    const call = async (stamp: string | undefined, sent = body) => {
      const headers = { 'content-type': 'application/json', ...(stamp ? { 'sandbox-signature': stamp } : {}) };
      return (await fetch(`${shop.urls.sandbox}/bank/state`, { method: 'POST', headers, body: sent })).status;
    };
    const stamp = signs.stamp('/bank/state', body, now);
    expect(await call(stamp)).toBe(200);
    expect(await call(undefined)).toBe(401);
    expect(await call(stamp, `${body} `)).toBe(401);
    expect(await call(signs.stamp('/bank/cancel', body, now))).toBe(401);
    expect(await call(signs.stamp('/bank/state', body, new Date(now.getTime() - 6 * 60_000)))).toBe(401);
    for (const invalid of ['{}', '[]', 'null', '{"paymentId":""}', `{"paymentId":"${'x'.repeat(65)}"}`])
      expect([await call(signs.stamp('/bank/state', invalid, now), invalid), invalid]).toEqual([400, invalid]);
  });

  test('refund of an unknown charge or in another currency: refused permanently', async ({ shop, provider, signal }) => {
    const { link, paymentId } = asked(shop, provider);
    const request = { paymentId, reference: 'ch_unknown', refundId: randomUUID(), amount: 1, currency: Currency.EUR };
    await expect(provider.refund(request, signal)).rejects.toThrow(PermanentJobError);
    await press(link, 'success');
    const state = await provider.askState({ paymentId }, signal);
    const reference = state.state === 'paid' ? state.charge.reference : '';
    await expect(provider.refund({ ...request, reference, currency: Currency.USD }, signal)).rejects.toThrow(PermanentJobError);
    await expect(provider.refund({ ...request, reference, paymentId: randomUUID() }, signal)).rejects.toThrow(PermanentJobError);
    await expect(provider.refund({ ...request, reference, amount: 49_01 }, signal)).rejects.toThrow(PermanentJobError);
    expect(await provider.refund({ ...request, reference, amount: 49_00 }, signal)).toEqual({ reference: expect.stringMatching(/^re_/) });
  });
});
