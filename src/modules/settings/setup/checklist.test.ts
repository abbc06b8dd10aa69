// Tests the set-up checklist over HTTP: each check runs for real and stores its result with operator and
// time.

import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operating } from '../../../../tests/support/desk.ts';
import { ageCheckedPolicies } from '../../../../tests/support/rows/desk.ts';
import { expect, type Shop, shopFixture } from '../../../../tests/support/shop.ts';
import { test } from '../../../../tests/support/stripe-shop.ts';
import type { StepName } from './shapes.ts';

const newShopTest = test.extend('shop', { scope: 'file' }, shopFixture);

async function runCheck(shop: Shop, owner: Awaited<ReturnType<typeof operating>>, step: StepName) {
  const { status, body } = await owner.call('POST /api/setup/try', { step });
  expect(status).toBe(200);
  const result = body.find((each) => each.step === step);
  expect([result?.at, result?.by]).toEqual([shop.clock.now().toISOString(), 'owner']);
  return { state: result?.state, text: result?.lines.join(' ') ?? '' };
}

newShopTest('checks: all start as to do, and the address check fails for the sample shop', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const checks = (await owner.call('GET /api/setup')).body.steps.flatMap(({ check }) => check ?? []);
  expect([checks.length, new Set(checks.map(({ state }) => state))]).toEqual([7, new Set(['todo'])]);
  expect(await runCheck(shop, owner, 'tax')).toMatchObject({ state: 'done', text: expect.stringContaining('No VAT is charged') });
  expect(await runCheck(shop, owner, 'address')).toMatchObject({ state: 'failed', text: expect.stringContaining('NODE_ENV=production') });
  const { body: lines } = await owner.call('GET /api/audit', { kind: 'step', about: 'address' });
  expect(lines).toMatchObject([{ act: 'shop.try', operatorId: owner.id, after: { ok: false } }]);
});

test('mail check: a mail is sent, and the check fails if it went only to the sandbox', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const mail = await runCheck(shop, owner, 'mail');
  expect(mail).toMatchObject({ state: 'failed', text: expect.stringContaining('only to the test mailbox') });
  expect((await shop.mail(owner.email)).subject).toMatch(/arrives/);
});

test('payment check: Stripe is called with the key, and its answer is shown without the key', async ({ shop, stripe }) => {
  const owner = await operating(shop, 'owner');
  expect(await runCheck(shop, owner, 'payments')).toMatchObject({ state: 'done', text: expect.stringContaining('EUR') });
  stripe.next(/GET \/v1\/balance/, { refuse: 401 });
  const refused = await runCheck(shop, owner, 'payments');
  expect(refused.state).toBe('failed');
  expect(refused.text).not.toContain(stripe.environment.STRIPE_SECRET_KEY);
});

test('policy check: a newer policy version marks the step as changed', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  expect(await runCheck(shop, owner, 'policies')).toMatchObject({
    state: 'done',
    text: expect.stringMatching(/Terms and conditions: version \d+, \d+ \w+ 20/),
  });
  await ageCheckedPolicies(shop);
  const { body } = await owner.call('GET /api/setup');
  expect(body.steps.find(({ step }) => step === 'policies')).toMatchObject({ isDone: false, check: { state: 'changed' } });
});

test('second factor and backup checks: an app and a recent backup are required', async ({ shop }) => {
  const [without, secure] = [await operating(shop, 'owner'), await operating(shop, 'owner', { withApp: true })];
  expect((await runCheck(shop, without, 'secondFactor')).state).toBe('failed');
  expect((await runCheck(shop, secure, 'secondFactor')).state).toBe('done');
  expect(await runCheck(shop, secure, 'backup')).toMatchObject({ state: 'failed', text: expect.stringContaining('npm run backup') });
  const mark = join(shop.ctx.config.dataDir, 'last-backup');
  await writeFile(mark, '');
  const hoursAgo = (hours: number) => new Date(shop.clock.now().getTime() - hours * 3_600_000);
  await utimes(mark, hoursAgo(3), hoursAgo(3));
  expect(await runCheck(shop, secure, 'backup')).toMatchObject({ state: 'done', text: expect.stringContaining('3 hours ago') });
  await utimes(mark, hoursAgo(40), hoursAgo(40));
  expect(await runCheck(shop, secure, 'backup')).toMatchObject({ state: 'failed', text: expect.stringContaining('40 hours old') });
});

test('checklist: roles other than owner get 403', async ({ shop }) => {
  for (const role of ['manager', 'maker', 'support'] as const) {
    const { call } = await operating(shop, role);
    expect((await call('POST /api/setup/try', { step: 'mail' })).status).toBe(403);
  }
  const owner = await operating(shop, 'owner');
  expect((await owner.call('POST /api/setup/try', { step: 'nothing' })).status).toBe(400);
});
