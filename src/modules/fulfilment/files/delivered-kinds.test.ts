// Services that deliver files, of the kinds that their owner chooses.
import { Readable } from 'node:stream';
import { samples } from '../../../../tests/support/files.ts';
import { ownerFiles } from '../../../../tests/support/owner-files.ts';
import { test as base, expect } from '../../../../tests/support/shop.ts';
import { deliver, desk, mira, orderedPiece, take } from '../../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('service of recordings: other kinds are refused when they are added, and a recording is delivered without a text', async ({
  shop,
}) => {
  await using files = await ownerFiles(shop);
  await files.edit('brand-stories.yaml', /^madeBy:/m, 'delivers: files\ndeliveredFiles: [audio, archives]\nmadeBy:');
  await files.import();
  await expect.poll(() => shop.catalogue.current().services.some(({ delivers }) => delivers === 'files')).toBe(true);
  const { who, pieceId } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  const add = (name: string, bytes: Buffer) => desk(shop).addFile(mira, pieceId, { name, body: Readable.from([bytes]) });
  const endings = ['mp3', 'm4a', 'wav', 'flac', 'ogg', 'oga', 'opus', 'aiff', 'aif', 'zip'];
  expect(await desk(shop).piece(pieceId)).toMatchObject({ isFilesOnly: true, fileEndings: endings });
  const unknown = { errors: { '': [{ id: 'file.unknown', values: { kinds: endings.join(', ') } }] } };
  await expect(add('cover.png', samples.png)).rejects.toMatchObject(unknown);
  await expect(add('cover.mp3', samples.png)).rejects.toMatchObject(unknown);
  await expect(deliver(shop, mira, pieceId, 0)).rejects.toMatchObject({ errors: { '': [{ id: 'work.noFile' }] } });
  await add('episode.mp3', Buffer.from('ID3\x04 an episode', 'latin1'));
  expect((await desk(shop).review(pieceId)).concerns).toEqual([]);
  const { deliveryId } = await deliver(shop, mira, pieceId, 0);
  const { body } = await shop.call('GET /api/orders/delivery', { id: deliveryId }, { token: who.token });
  expect([body.text, body.files.map(({ name }) => name)]).toEqual(['', ['episode.mp3']]);
});
