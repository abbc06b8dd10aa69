// Numbers that are skipped after a restore: the gap is recorded, and the books are whole.

import { buyer, expectAudited, funded, placed } from '../../../tests/support/money.ts';
import { changeGap, invoiceNumbers } from '../../../tests/support/rows/work.ts';
import { issue } from '../../../tests/support/sample-shop.ts';
import { expect, test } from '../../../tests/support/shop.ts';
import { skipNumbers } from './skip-numbers.ts';

const reason = 'restored from the backup of May 3';

test('skipped numbers: the next document comes after the gap, which is recorded and cannot be changed', async ({ shop }) => {
  const ada = await buyer(shop);
  await funded(shop, ada, 1_000_000);
  const issueNext = async () => {
    await placed(shop, ada, { payFromBalance: true });
    await issue(shop);
    return invoiceNumbers(shop);
  };
  expect(await issueNext()).toEqual([1]);
  const skipped = await skipNumbers(shop.ctx.db, { reason, now: shop.clock.now() });
  expect(skipped.find(({ kind }) => kind === 'invoice')).toEqual({ kind: 'invoice', first: 'INV-2026-000002', last: 'INV-2026-001001' });
  expect(skipped.map(({ kind }) => kind)).toEqual(['invoice', 'receipt', 'credit']);
  expect(await issueNext()).toEqual([1, 1002]);
  await skipNumbers(shop.ctx.db, { reason, now: shop.clock.now(), count: 5 });
  expect(await issueNext()).toEqual([1, 1002, 1008]);
  await expectAudited(shop);
  await expect(changeGap(shop)).rejects.toThrow('never changed');
});
