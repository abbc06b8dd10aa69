// Automations over HTTP: who may save them, what is refused, and what must come before they are on.
import { randomUUID } from 'node:crypto';
import { createAutomation, listTags, runOnce, startAutomation, switchAutomation, tagClient } from '../../../tests/support/automations.ts';
import { operating } from '../../../tests/support/desk.ts';
import { getErrors } from '../../../tests/support/money.ts';
import { listRuns } from '../../../tests/support/rows/automations.ts';
import { listAudit } from '../../../tests/support/rows/desk.ts';
import { test as base, describe, expect } from '../../../tests/support/shop.ts';
import { orderedPiece } from '../../../tests/support/work.ts';
import type { DeskSent } from '../../desk-api.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.beforeEach(({ shop }) => shop.clock.turn({ hours: 2 }));

describe('before it is on', () => {
  test('saved and tried on past events, it does nothing, and cannot be on untried', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { who } = await orderedPiece(shop);
    await runOnce(shop);
    const id = await createAutomation(owner, tagClient('Tried'));
    expect(getErrors(await switchAutomation(owner, id))).toEqual([400, { '': ['Try it on past events first.'] }]);
    const { events } = (await owner.call('POST /api/automations/try', { id })).body;
    expect(events.length).toBeLessThanOrEqual(100);
    expect(events[0]).toMatchObject({ meets: true, label: expect.stringMatching(/^F-/), link: expect.stringMatching(/^\/orders\//) });
    await orderedPiece(shop);
    await runOnce(shop);
    shop.clock.turn({ minutes: 1 });
    await switchAutomation(owner, id);
    await runOnce(shop);
    expect(await listRuns(shop, id)).toEqual([]);
    expect(await listTags(shop, owner, who)).not.toContain('Tried');
    await switchAutomation(owner, id, false);
  });

  test('a change turns it off until it is tried again, and its author is who changed it', async ({ shop }) => {
    const [owner, manager] = [await operating(shop, 'owner', { name: 'Olga' }), await operating(shop, 'manager', { name: 'Maxim' })];
    const id = await startAutomation(shop, owner, tagClient('First'));
    const find = async () => (await owner.call('GET /api/automations')).body.automations.find((each) => each.id === id);
    expect(await find()).toMatchObject({ isOn: true, version: 1, author: { name: 'Olga' } });
    const change = { id, version: 1, name: 'Changed', ...tagClient('Second') };
    expect((await manager.call('POST /api/automations/save', change)).status).toBe(200);
    expect(await find()).toMatchObject({ isOn: false, isTried: false, version: 2, name: 'Changed', author: { name: 'Maxim' } });
    expect(getErrors(await owner.call('POST /api/automations/save', change))).toEqual([
      400,
      { '': ['Someone has changed it in the meantime. Reload the page.'] },
    ]);
    expect((await listAudit(shop, id)).map(({ act }) => act)).toEqual(['automation.save', 'automation.turnOn', 'automation.save']);
    expect((await owner.call('POST /api/automations/remove', { id })).status).toBe(204);
    expect(await find()).toBeUndefined();
  });
});

describe('rights', () => {
  test.for(['maker', 'contractor', 'support'] as const)('%s: neither sees nor changes automations', async (role, { shop }) => {
    const who = await operating(shop, role);
    expect((await who.call('GET /api/automations')).status).toBe(403);
    expect((await who.call('POST /api/automations/save', { name: 'Mine', ...tagClient('Mine') })).status).toBe(403);
    expect((await who.call('GET /api/automations/runs', { id: randomUUID() })).status).toBe(403);
  });

  test('an automation whose author has ended, or may not do it any more, fails and says why', async ({ shop }) => {
    const [owner, gone, demoted] = [await operating(shop, 'owner'), await operating(shop, 'manager'), await operating(shop, 'manager')];
    const [first, second] = [
      await startAutomation(shop, gone, tagClient('Ended')),
      await startAutomation(shop, demoted, tagClient('Demoted')),
    ];
    await owner.call('POST /api/team/end', { id: gone.id, why: 'Left.' });
    await owner.call('POST /api/team/role', { id: demoted.id, role: 'maker', why: 'Writes now.' });
    const { who } = await orderedPiece(shop);
    await runOnce(shop);
    expect(await listRuns(shop, first)).toMatchObject([{ state: 'failed', error: expect.stringContaining('doesn’t work here any more') }]);
    expect(await listRuns(shop, second)).toMatchObject([
      { state: 'failed', error: expect.stringContaining('may not do this any more: Tag customers') },
    ]);
    expect(await listTags(shop, owner, who)).toEqual([]);
    const { automations } = (await owner.call('GET /api/automations')).body;
    expect(automations.find(({ id }) => id === first)?.author).toMatchObject({ isEnded: true });
    for (const id of [first, second]) await switchAutomation(owner, id, false);
  });
});

test('bad input: each mistake is named beside its field', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const good: DeskSent<'POST /api/automations/save'> = { name: 'Good', ...tagClient('Good') };
  const action = (changes: object) => ({ ...good, actions: [changes] });
  const condition = (changes: object) => ({ ...good, conditions: [{ field: 'price', is: 'atLeast', value: '1', ...changes }] });
  const mistakes = [
    [{ ...good, name: ' ' }, 'name'],
    [{ ...good, when: 'webhook.disabled' }, 'when'],
    [{ ...good, when: 'order.paid; drop' }, 'when'],
    [{ ...good, actions: [] }, 'actions'],
    [condition({ field: 'secret' }), 'conditions[0].field'],
    [condition({ field: 'amount' }), 'conditions[0].field'],
    [condition({ is: 'is' }), 'conditions[0].is'],
    [condition({ value: '9.5' }), 'conditions[0].value'],
    [condition({ value: '' }), 'conditions[0].value'],
    [condition({ field: 'country', is: 'is', value: 'Germany' }), 'conditions[0].value'],
    [condition({ field: 'language', is: 'is', value: 'fr' }), 'conditions[0].value'],
    [action({ kind: 'refund', amount: 1 }), 'actions[0].kind'],
    [action({ kind: 'tag', tag: 'a,b' }), 'actions[0].tag'],
    [action({ kind: 'note', text: '' }), 'actions[0].text'],
    [action({ kind: 'assign', to: randomUUID() }), 'actions[0].to'],
    [action({ kind: 'assign', to: 'nobody' }), 'actions[0].to'],
    [action({ kind: 'stage', service: 1, stage: 'nowhere' }), 'actions[0].stage'],
    [action({ kind: 'mail', template: 'none' }), 'actions[0].template'],
    [action({ kind: 'chat', webhook: randomUUID(), text: 'Hello' }), 'actions[0].webhook'],
    [{ ...good, when: 'ticket.created', actions: [{ kind: 'ticket', text: 'Again' }] }, 'actions[0].kind'],
  ] as const;
  for (const [sent, field] of mistakes) {
    const [status, errors] = getErrors(await manager.call('POST /api/automations/save', sent));
    expect([status, Object.keys(errors ?? {}), JSON.stringify(sent)]).toEqual([400, [field], JSON.stringify(sent)]);
  }
  expect((await manager.call('POST /api/automations/try', { id: randomUUID() })).status).toBe(404);
  expect((await manager.call('POST /api/automations/switch', { id: randomUUID(), isOn: true })).status).toBe(404);
});
