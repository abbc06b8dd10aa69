// Roles that owners make: what they allow at once, who may give them, and that one owner remains.
import { operating } from '../../../tests/support/desk.ts';
import { test as base, getErrors } from '../../../tests/support/money.ts';
import { naiveRoleGift } from '../../../tests/support/rows/desk.ts';
import { describe, expect } from '../../../tests/support/shop.ts';
import { orderedPiece } from '../../../tests/support/work.ts';
import type { Permission } from './shapes-roles.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '16' } });

let made = 0;
type Operating = Awaited<ReturnType<typeof operating>>;

async function makeRole(owner: Operating, permissions: readonly Permission[], name = `Role ${++made}`): Promise<string> {
  const { status } = await owner.call('POST /api/roles/save', { name, permissions });
  expect(status).toBe(204);
  return (await owner.call('GET /api/roles')).body.find((each) => each.name === name)?.id ?? '';
}

describe('own role', () => {
  test('given, changed and removed: what its operators may do changes with the next call; each step is in the log', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const maker = await operating(shop, 'maker');
    const id = await makeRole(owner, ['queue.see', 'queue.names', 'coupons.see'], 'Editor');
    expect((await maker.call('GET /api/coupons')).status).toBe(403);
    expect((await owner.call('POST /api/team/role', { id: maker.id, role: id })).status).toBe(204);
    expect((await maker.call('GET /api/coupons')).status).toBe(200);
    expect((await maker.call('GET /api/me')).body).toMatchObject({
      role: id,
      roleName: 'Editor',
      acts: ['queue.see', 'queue.names', 'coupons.see'],
    });
    const { pieceId } = await orderedPiece(shop);
    expect((await maker.call('POST /api/queue/take', { pieceId })).status).toBe(403);
    const changed = { id, name: 'Editor in chief', permissions: ['queue.see', 'queue.names', 'queue.work'] };
    expect((await owner.call('POST /api/roles/save', changed)).status).toBe(204);
    expect((await maker.call('GET /api/coupons')).status).toBe(403);
    expect((await maker.call('POST /api/queue/take', { pieceId })).status).toBe(200);
    expect(getErrors(await owner.call('POST /api/roles/remove', { id }))).toEqual([
      400,
      { '': ['Someone has this role. Give them another one first.'] },
    ]);
    expect((await owner.call('POST /api/team/role', { id: maker.id, role: 'maker' })).status).toBe(204);
    expect((await owner.call('POST /api/roles/remove', { id })).status).toBe(204);
    expect(getErrors(await owner.call('POST /api/team/role', { id: maker.id, role: id }))).toEqual([
      400,
      { role: ['This role was removed. Choose another one.'] },
    ]);
    const { body: log } = await owner.call('GET /api/audit', { kind: 'role', about: id });
    expect(log.map(({ act }) => act)).toEqual(['role.remove', 'role.change', 'role.create']);
    expect(log[1]).toMatchObject({ before: { name: 'Editor' }, after: { name: 'Editor in chief', permissions: changed.permissions } });
  });

  test('a role that hides names sees neither names nor prices, and cannot have what shows them', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const maker = await operating(shop, 'maker');
    const id = await makeRole(owner, ['queue.see', 'queue.work']);
    expect((await owner.call('POST /api/team/role', { id: maker.id, role: id })).status).toBe(204);
    const { pieceId } = await orderedPiece(shop);
    expect((await maker.call('POST /api/queue/take', { pieceId })).status).toBe(200);
    expect((await maker.call('GET /api/piece', { pieceId })).body).toMatchObject({ customer: null, price: null, accountId: null });
    for (const act of ['queue.all', 'orders.see', 'automations.edit', 'chatWebhooks.edit', 'audit.see', 'troubles.see', 'reports.see'])
      expect(getErrors(await owner.call('POST /api/roles/save', { name: 'Blind', permissions: ['queue.see', act] }))).toMatchObject([
        400,
        { permissions: [expect.stringContaining('hides customers’ names')] },
      ]);
  });

  test('bad input is refused on its field', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    await makeRole(owner, ['queue.see', 'queue.names'], 'Taken');
    for (const [sent, field] of [
      [{ name: ' ', permissions: ['queue.see', 'queue.names'] }, 'name'],
      [{ name: 'taken', permissions: ['queue.see', 'queue.names'] }, 'name'],
      [{ name: 'Owner', permissions: ['queue.see', 'queue.names'] }, 'name'],
      [{ name: 'None', permissions: [] }, 'permissions'],
      [{ name: 'Other', permissions: ['queue.fly'] }, 'permissions[0]'],
    ] as const)
      expect(getErrors(await owner.call('POST /api/roles/save', sent))).toMatchObject([400, { [field]: [/./] }]);
    expect((await (await operating(shop, 'manager')).call('POST /api/roles/save', { name: 'X', permissions: ['queue.see'] })).status).toBe(
      403,
    );
  });

  test('nobody gives or takes a right they lack: neither to a role, nor with a role, nor of a colleague', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const lead = await operating(shop, 'manager');
    const maker = await operating(shop, 'maker');
    const leadRole = await makeRole(owner, ['queue.see', 'queue.names', 'queue.work', 'team.see', 'team.manage']);
    const moneyRole = await makeRole(owner, ['queue.see', 'queue.names', 'money.see']);
    expect((await owner.call('POST /api/team/role', { id: lead.id, role: leadRole })).status).toBe(204);
    const lacks = /what you may not do yourself/;
    const save = (sent: object) => lead.call('POST /api/roles/save', sent);
    expect(getErrors(await save({ name: 'More', permissions: ['queue.names', 'money.move'] }))).toMatchObject([
      400,
      { permissions: [lacks] },
    ]);
    expect(getErrors(await save({ id: moneyRole, name: 'Less', permissions: ['queue.see', 'queue.names'] }))).toMatchObject([
      400,
      { permissions: [lacks] },
    ]);
    expect((await save({ name: 'Fine', permissions: ['queue.see', 'queue.names'] })).status).toBe(204);
    for (const role of ['owner', 'manager', moneyRole])
      expect(getErrors(await lead.call('POST /api/team/role', { id: maker.id, role }))).toMatchObject([400, { role: [lacks] }]);
    expect(getErrors(await lead.call('POST /api/team/invite', { email: 'new@desk.example', name: 'New', role: 'owner' }))).toMatchObject([
      400,
      { role: [lacks] },
    ]);
    expect(getErrors(await lead.call('POST /api/team/role', { id: owner.id, role: 'maker' }))).toMatchObject([400, { role: [lacks] }]);
    expect(getErrors(await lead.call('POST /api/team/end', { id: owner.id, why: 'Leaves.' }))).toMatchObject([400, { '': [lacks] }]);
    expect((await lead.call('POST /api/team/role', { id: maker.id, role: 'contractor' })).status).toBe(204);
  });

  test('the last owner keeps the role', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const id = await makeRole(owner, ['team.manage', 'queue.names']);
    const { body: team } = await owner.call('GET /api/team');
    for (const other of team.filter(({ role, state, id: each }) => role === 'owner' && state === 'active' && each !== owner.id))
      expect((await owner.call('POST /api/team/role', { id: other.id, role: 'maker' })).status).toBe(204);
    expect(getErrors(await owner.call('POST /api/team/role', { id: owner.id, role: id }))).toMatchObject([
      400,
      { role: [/needs an owner/] },
    ]);
  });

  test('removed while it is given: one of both happens, and nobody has a role that is gone', async ({ shop }) => {
    const [one, two] = [await operating(shop, 'owner'), await operating(shop, 'owner')];
    const maker = await operating(shop, 'maker');
    // Confirms the identity of the other, too.
    await makeRole(two, ['queue.see', 'queue.names']);
    for (let turn = 0; turn < 4; turn++) {
      const id = await makeRole(one, ['queue.see', 'queue.names']);
      const [given, removed] = await Promise.all([
        one.call('POST /api/team/role', { id: maker.id, role: id }),
        two.call('POST /api/roles/remove', { id }),
      ]);
      expect([given.status, removed.status].toSorted()).toEqual([204, 400]);
      const has = (await one.call('GET /api/team')).body.find((each) => each.id === maker.id)?.role === id;
      expect([has, (await one.call('GET /api/roles')).body.some((role) => role.id === id)]).toEqual([
        given.status === 204,
        given.status === 204,
      ]);
      await one.call('POST /api/team/role', { id: maker.id, role: 'maker' });
    }
  });

  test('without the lock, a role would be given while it is removed', async ({ shop }) => {
    expect(await naiveRoleGift(shop)).toEqual({ given: true, removed: true });
  });
});
