// A purchase claims all of its files or none, also under concurrency, and files are exported and erased with
// their account.

import { randomUUID } from 'node:crypto';
import { UserError } from '#lib/user-error.ts';
import { transaction } from '#platform/database/database.ts';
import { openStore } from '#platform/files/store.ts';
import { letTheHourCome, logIn, PASSWORD, register } from '../../../tests/support/accounts.ts';
import { lying, samples, upload } from '../../../tests/support/files.ts';
import { accountId, claimFileNaively, fileRows, listClaims } from '../../../tests/support/rows/accounts.ts';
import { addJob } from '../../../tests/support/rows/jobs.ts';
import { test as base, expect, type Shop } from '../../../tests/support/shop.ts';
import { createFiles } from './actions.ts';
import { fileGone } from './rules.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '10' } });

async function owner(shop: Shop, files: number) {
  const email = await register(shop);
  const { token } = await logIn(shop, email);
  const sent = await Promise.all(Array.from({ length: files }, () => upload(shop, token, samples.txt)));
  return { email, token, accountId: await accountId(shop, email), fileIds: sent.map(({ body }) => body.id) };
}

const exportFiles = async (shop: Shop) =>
  createFiles({ ctx: shop.ctx, store: await openStore(shop.ctx.config), hasPaid: async () => true });
const outcome = (done: Promise<unknown>) =>
  done.then(
    () => 'claimed',
    (cause: unknown) => (cause instanceof UserError ? cause.errors : cause),
  );

test('claim: all files, or none with an error at the wrong field', async ({ shop }) => {
  const { accountId, fileIds, token } = await owner(shop, 3);
  const [other] = (await owner(shop, 1)).fileIds;
  const files = await exportFiles(shop);
  const claim = (ids: readonly string[], getField?: (id: string) => string) =>
    outcome(
      transaction(shop.ctx.db, (tx) =>
        files.claim(tx, { accountId, purchaseId: randomUUID(), fileIds: ids, ...(getField ? { getField } : {}) }),
      ),
    );
  for (const invalid of [other ?? '', randomUUID()]) {
    expect(await claim([...fileIds, invalid])).toEqual({ files: [fileGone] });
    expect(await claim([...fileIds, invalid], (id) => `orderFormData[0].answers.files[${[...fileIds, invalid].indexOf(id)}]`)).toEqual({
      'orderFormData[0].answers.files[3]': [fileGone],
    });
  }
  expect(await listClaims(shop, fileIds)).toEqual([null]);
  // Two lines of one purchase may have the same file.
  expect(await claim([...fileIds, ...fileIds])).toBe('claimed');
  expect(await claim(fileIds.slice(0, 1))).toEqual({ files: [fileGone] });
  expect((await shop.call('GET /api/files', undefined, { token })).body.files).toEqual([]);
  expect((await shop.call('POST /api/files/remove', { id: fileIds[0] }, { token })).status).toBe(404);
});

const TIMES = 20;

test('claim: of 20 purchases at once in different order, one gets the files', async ({ shop }) => {
  const { accountId, fileIds } = await owner(shop, 5);
  const files = await exportFiles(shop);
  const claims = Array.from({ length: TIMES }, (_, at) =>
    outcome(
      transaction(shop.ctx.db, (tx) =>
        files.claim(tx, { accountId, purchaseId: randomUUID(), fileIds: at % 2 ? fileIds : fileIds.toReversed() }),
      ),
    ),
  );
  const outcomes = await Promise.all(claims);
  expect(outcomes.filter((each) => each === 'claimed')).toHaveLength(1);
  expect(outcomes.filter((each) => each !== 'claimed')).toEqual(Array.from({ length: TIMES - 1 }, () => ({ files: [fileGone] })));
  expect(await listClaims(shop, fileIds)).toHaveLength(1);
});

test('naive version: a check before the write lets several purchases claim a file', async ({ shop }) => {
  const { fileIds } = await owner(shop, 1);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => claimFileNaively(shop, fileIds[0] ?? '')));
  expect(outcomes.filter(Boolean).length).toBeGreaterThan(1);
});

test('clean-up: a file being claimed is not deleted, and a file being deleted is not claimed', async ({ shop }) => {
  const { accountId, fileIds } = await owner(shop, 2);
  const files = await exportFiles(shop);
  shop.clock.turn({ hours: 25 });
  await transaction(shop.ctx.db, async (tx) => {
    await files.claim(tx, { accountId, purchaseId: randomUUID(), fileIds: fileIds.slice(0, 1) });
    await addJob(shop, 'files.deleteExpired');
    await expect.poll(async () => (await fileRows(shop)).map(({ id }) => id)).not.toContain(fileIds[1]);
  });
  await expect.poll(() => lying(shop).kept).not.toContain(fileIds[1]);
  expect(lying(shop).kept).toContain(fileIds[0]);
  const claim = transaction(shop.ctx.db, (tx) => files.claim(tx, { accountId, purchaseId: randomUUID(), fileIds: fileIds.slice(1) }));
  expect(await outcome(claim)).toEqual({ files: [fileGone] });
});

test('account deletion: the export lists the files, and all of them are erased', async ({ shop }) => {
  const { email, accountId, fileIds } = await owner(shop, 2);
  const { token } = await logIn(shop, email);
  const files = await exportFiles(shop);
  await transaction(shop.ctx.db, (tx) => files.claim(tx, { accountId, purchaseId: randomUUID(), fileIds: fileIds.slice(0, 1) }));
  await shop.call('POST /api/Accounts/ask-export', { currentPassword: PASSWORD }, { token });
  const code = /code=([\w-]+)/.exec((await shop.mail(email, /data/i)).text)?.[1];
  const { body } = await shop.call('POST /api/Accounts/fetch-export', { code });
  const taken = (body as unknown as { files: { name: string; kind: string; claimedAt: string | null }[] }).files;
  expect(taken.map(({ name, kind, claimedAt }) => [name, kind, claimedAt !== null]).sort()).toEqual([
    ['notes.txt', 'txt', false],
    ['notes.txt', 'txt', true],
  ]);
  await shop.call('POST /api/Accounts/ask-deletion', { currentPassword: PASSWORD }, { token });
  shop.clock.turn({ days: 7, minutes: 1 });
  await letTheHourCome(shop);
  expect((await fileRows(shop)).filter((file) => file.accountId === accountId)).toEqual([]);
  await expect.poll(() => lying(shop).kept.filter((id) => fileIds.includes(id))).toEqual([]);
});
