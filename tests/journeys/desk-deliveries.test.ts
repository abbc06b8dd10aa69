// A large file of a delivery at the desk: it arrives in parts, and what it is shows only with the last one.
import { logInToDesk, operating } from '../support/desk.ts';
import { silentMp3 } from '../support/files.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { actAtDesk, desk, orderedPiece } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const MB = 1024 * 1024;
/** Too large to be sent at once. */
const LARGE = 21 * MB;

test('upload of the wrong kind at 99 %: refused with what is accepted, nothing is left, and the right file goes on', async ({
  page,
  shop,
  pageErrors,
}) => {
  const { pieceId } = await orderedPiece(shop);
  const { id, name, email } = await operating(shop, 'manager');
  await actAtDesk(shop, (tx) => desk(shop).assign(tx, { id, name }, { pieceIds: [pieceId], to: { id, name } }));
  await logInToDesk(page, shop, email, `/queue/${pieceId}`);
  const choose = (file: string, buffer: Buffer) =>
    page.getByLabel('Add a file to the delivery').setInputFiles({ name: file, mimeType: 'audio/mpeg', buffer });

  // The last part waits, so that the page is seen at 99 % and not before.
  let letGo = () => {};
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/piece/finish-file', async (route) => {
    await waiting;
    await route.continue();
  });
  await choose('episode.mp3', Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(LARGE)]));
  await expect(page.getByText(/^Uploading … (99|100) %$/)).toBeVisible();
  letGo();
  const error = page.getByRole('alert').filter({ hasText: 'We accept txt' });
  await expect(error).toBeVisible();
  await expectAccessible(page);
  expect((await desk(shop).piece(pieceId)).files).toEqual([]);
  const episode = silentMp3(2);
  await choose('episode.mp3', episode);
  await expect(page.getByRole('link', { name: 'episode.mp3' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect((await desk(shop).piece(pieceId)).files).toMatchObject([{ name: 'episode.mp3', bytes: episode.length }]);
  // Expected: 401 before the log-in, and the refused file.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((each) => !/status of 40[01]/.test(each)));
});
