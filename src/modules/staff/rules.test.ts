import { describe, expect, test } from 'vitest';
import { hasOwnerAfterChange, INVITATION_HOURS, isIdle, SESSION_HOURS } from './rules.ts';
import type { DeskCallTable } from './shapes-calls.ts';
import { listPermissions, mayDo, type Permission, permissions, type Role, roles } from './shapes-roles.ts';

describe('permissions of the desk', () => {
  // Written a second time: a role that gets a permission by mistake is noticed here. o owner, m manager, k
  // maker, c contractor, s support.
  const written: Readonly<Record<Permission, string>> = {
    'queue.see': 'omkcs',
    'queue.all': 'om..s',
    'queue.names': 'omk.s',
    'queue.work': 'omkc.',
    'queue.approve': 'om...',
    'briefs.review': 'om...',
    'queue.assign': 'om...',
    'tickets.see': 'om..s',
    'tickets.answer': 'om..s',
    'orders.see': 'om..s',
    'orders.cancel': 'om...',
    'customers.see': 'om..s',
    'customers.edit': 'om..s',
    'customers.actFor': 'om..s',
    'customers.import': 'om...',
    'moving.run': 'o....',
    'customers.logOut': 'om..s',
    'money.see': 'om..s',
    'money.move': 'om...',
    'mail.resend': 'om..s',
    'coupons.see': 'om...',
    'coupons.edit': 'om...',
    'catalogue.see': 'om...',
    'catalogue.edit': 'om...',
    'brand.edit': 'om...',
    'policies.edit': 'om...',
    'mails.edit': 'om...',
    'reports.see': 'om...',
    'books.download': 'o....',
    'troubles.see': 'om..s',
    'troubles.retry': 'om...',
    'chatWebhooks.edit': 'om...',
    'automations.edit': 'om...',
    'keys.edit': 'o....',
    'team.emails': 'om..s',
    'team.see': 'omkcs',
    'team.manage': 'o....',
    'audit.see': 'om...',
    'settings.edit': 'o....',
    'shop.set-up': 'o....',
  };
  const letters: Readonly<Record<Role, string>> = { owner: 'o', manager: 'm', maker: 'k', contractor: 'c', support: 's' };

  test.each(Object.keys(permissions) as Permission[])('%s: these roles and no other', (act) => {
    expect(roles.map((role) => (mayDo(role, act) ? letters[role] : '.')).join('')).toBe(written[act]);
  });

  test.each(roles)('%s: the list that the app gets is what the server allows', (role) => {
    const acts = Object.entries(written).flatMap(([act, given]) => (given.includes(letters[role]) ? [act] : []));
    expect(listPermissions(role)).toEqual(acts);
  });

  test('role of a later release: may do nothing', () => {
    expect(listPermissions('stranger' as Role)).toEqual([]);
  });

  test('roles: the five that are stored', () => expect(roles).toEqual(['owner', 'manager', 'maker', 'contractor', 'support']));
});

describe('session of an operator', () => {
  const seenAt = new Date('2026-05-12T09:30:00Z');
  test.each([
    [2 * 3_600_000, false],
    [2 * 3_600_000 + 1, true],
    [0, false],
  ])('not used for %i ms: idle is %s', (ms, idle) => expect(isIdle(seenAt, new Date(seenAt.getTime() + ms))).toBe(idle));

  test('lasts a working day; an invitation lasts three', () => expect([SESSION_HOURS, INVITATION_HOURS]).toEqual([12, 72]));
});

describe('last owner', () => {
  const day = new Date('2026-05-12T09:30:00Z');
  const owner = { id: 'ada', role: 'owner', joinedAt: day, endedAt: null };
  const manager = { ...owner, id: 'bob', role: 'manager' };
  test.each([
    ['is demoted', [owner, manager], { id: 'ada', role: 'manager' }, false],
    ['is removed', [owner, manager], { id: 'ada', role: null }, false],
    ['stays owner', [owner, manager], { id: 'ada', role: 'owner' }, true],
    ['is demoted beside another', [owner, { ...owner, id: 'eve' }], { id: 'ada', role: 'maker' }, true],
    ['is demoted beside one who was removed', [owner, { ...owner, id: 'eve', endedAt: day }], { id: 'ada', role: 'maker' }, false],
    ['is demoted beside one who has not joined', [owner, { ...owner, id: 'eve', joinedAt: null }], { id: 'ada', role: 'maker' }, false],
    ['stays, and a manager becomes one', [owner, manager], { id: 'bob', role: 'owner' }, true],
    ['stays, and a manager is removed', [owner, manager], { id: 'bob', role: null }, true],
    ['was none before, and a manager becomes one', [manager], { id: 'bob', role: 'owner' }, true],
    ['was none before', [manager], { id: 'bob', role: 'support' }, false],
  ] as const)('%s', (_, team, changed, has) => expect(hasOwnerAfterChange(team, changed)).toBe(has));
});

test('a call of the desk that changes something does not compile without its line of the audit log, or why it has none', () => {
  const row = { may: 'operator', about: 'A change.' } as const;
  const line = { act: 'thing.change', about: 'thing' } as const;
  // @ts-expect-error: no kind
  ({ 'POST /api/change': row }) satisfies DeskCallTable;
  // @ts-expect-error: no line
  ({ 'POST /api/change': { ...row, kind: 'write' } }) satisfies DeskCallTable;
  // @ts-expect-error: no line
  ({ 'POST /api/change': { ...row, kind: 'outside' } }) satisfies DeskCallTable;
  // @ts-expect-error: a permission, in a call of an operator's own account
  ({ 'POST /api/change': { ...row, may: 'money.move', kind: 'own', audit: line } }) satisfies DeskCallTable;
  const table = {
    'POST /api/change': { ...row, kind: 'write', audit: line },
    'POST /api/draft': { ...row, kind: 'write', audit: { none: 'Saved while typing.' } },
  } as const satisfies DeskCallTable;
  expect(Object.keys(table)).toHaveLength(2);
});
