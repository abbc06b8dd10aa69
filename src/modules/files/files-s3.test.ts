// Files in an S3 store: signed, complete, and consistent if the store fails.

import { logIn, register } from '../../../tests/support/accounts.ts';
import { lying, samples, upload } from '../../../tests/support/files.ts';
import { fileRows } from '../../../tests/support/rows/accounts.ts';
import { jobsOfTask } from '../../../tests/support/rows/jobs.ts';
import { openS3 } from '../../../tests/support/s3.ts';
import { expect, shop as openShop, test } from '../../../tests/support/shop.ts';

test('S3: a file is stored, read back and removed', async () => {
  await using store = await openS3();
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off', ...store.environment } });
  const { token } = await logIn(shop, await register(shop));
  const big = Buffer.alloc(5_000_000, 'Every morning at seven. ');
  const sent = await upload(shop, token, big);
  expect(sent.status).toBe(200);
  expect(store.objects.get(sent.body.id)?.equals(big)).toBe(true);
  expect(lying(shop)).toEqual({ kept: [], coming: [] });
  const headers = { authorization: `Bearer ${token}` };
  const read = () => fetch(`${shop.urls.storefront}/api/files/content?id=${sent.body.id}`, { headers });
  expect(Buffer.from(await (await read()).arrayBuffer()).equals(big)).toBe(true);
  expect((await shop.call('POST /api/files/remove', { id: sent.body.id }, { token })).status).toBe(204);
  await expect.poll(() => store.objects.size).toBe(0);
  expect((await read()).status).toBe(404);
});

test('S3 failing or unreachable: the upload gets 503 and leaves no file', async () => {
  const store = await openS3();
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off', ...store.environment } });
  const { token } = await logIn(shop, await register(shop));
  const getStatus = async () => (await upload(shop, token, samples.pdf)).status;
  for (const status of [507, 500, 403]) {
    store.fail(status);
    expect(await getStatus()).toBe(503);
  }
  store.fail(undefined);
  expect(await getStatus()).toBe(200);
  await store[Symbol.asyncDispose]();
  expect(await getStatus()).toBe(503);
  expect(await fileRows(shop)).toHaveLength(1);
  expect(lying(shop).coming).toEqual([]);
  // The store may have saved a file although it answered with an error, so a job removes each.
  expect(await jobsOfTask(shop, 'files.remove')).toHaveLength(4);
});

test('S3 with another secret: the upload gets 503 and nothing is stored', async () => {
  await using store = await openS3({}, 'not the secret of the store');
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off', ...store.environment } });
  const { token } = await logIn(shop, await register(shop));
  expect((await upload(shop, token, samples.txt)).status).toBe(503);
  expect(store.objects.size).toBe(0);
});
