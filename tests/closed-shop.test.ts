// A closed shop leaves nothing behind in its process: otherwise each of the hundreds that the tests open
// would slow down the next ones.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, shop, test } from './support/shop.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A function of its own, so that no variable of the test refers to the shop. */
async function openAndClose(): Promise<WeakRef<object>> {
  const opened = await shop();
  await fetch(`${opened.urls.storefront}/`);
  await opened.close();
  return new WeakRef(opened.ctx);
}

test('closed shop: its memory is freed', async () => {
  const context = await openAndClose();
  await expect
    .poll(
      () => {
        collectGarbage();
        return context.deref() === undefined;
      },
      { interval: 500 },
    )
    .toBe(true);
});
