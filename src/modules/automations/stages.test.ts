// An automation moves the pieces of an order to a stage of their service, if its author may.
import { vi } from 'vitest';
import { runOnce, startAutomation } from '../../../tests/support/automations.ts';
import { operating } from '../../../tests/support/desk.ts';
import { getErrors } from '../../../tests/support/money.ts';
import { ownerFiles } from '../../../tests/support/owner-files.ts';
import { listRuns } from '../../../tests/support/rows/automations.ts';
import { listAudit } from '../../../tests/support/rows/desk.ts';
import { test as base, expect } from '../../../tests/support/shop.ts';
import { orderedPiece } from '../../../tests/support/work.ts';

const STORIES = 1;
const QUICK_READS = 2;
const words = (text: string) => `{ en: "${text}", es: "${text} (es)", jp: "${text} (jp)" }`;
const stages = `stages:
  - { id: facts, name: ${words('Facts')}, colour: grey }
  - { id: check, name: ${words('Check')}, colour: red, isInternal: true, movedBy: [owner] }
`;

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('stage: moved with an audit line; refused to a role that may not move there; another service fails', async ({ shop }) => {
  await using files = await ownerFiles(shop);
  await files.edit('brand-stories.yaml', /^offers:$/m, `${stages}offers:`);
  await files.edit('quick-reads.yaml', /^offers:$/m, `${stages}offers:`);
  await files.import();
  const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
  const definition = (service: number) => ({
    when: 'order.paid' as const,
    conditions: [],
    actions: [{ kind: 'stage' as const, service, stage: 'check' }],
  });
  await vi.waitFor(async () => {
    const refused = await manager.call('POST /api/automations/save', { name: 'Mine', ...definition(STORIES) });
    expect(getErrors(refused)).toEqual([400, { 'actions[0].stage': ['Choose a stage that your role may move pieces to.'] }]);
    const { services } = (await owner.call('GET /api/offers')).body;
    expect(services.filter(({ stages: own }) => own.length === 2)).toHaveLength(2);
  });
  const [moves, misses] = [
    await startAutomation(shop, owner, definition(STORIES)),
    await startAutomation(shop, owner, definition(QUICK_READS)),
  ];
  const { pieceId } = await orderedPiece(shop);
  await runOnce(shop);
  expect(await listRuns(shop, moves)).toEqual([{ state: 'done', error: null }]);
  expect(await listRuns(shop, misses)).toEqual([{ state: 'failed', error: 'It has no piece of the service whose stage was chosen.' }]);
  expect(await listAudit(shop, pieceId)).toMatchObject([
    { act: 'piece.move', after: { stage: 'Check' }, operatorId: owner.id, why: 'Automation: Sample' },
  ]);
});
