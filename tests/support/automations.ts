// Automations: saved, tried and on, and run as every minute.

import { expect } from 'vitest';
import { runAutomations } from '#modules/automations/run.ts';
import type { DeskSent } from '../../src/desk-api.ts';
import type { Operating } from './desk.ts';
import { listEvents } from './rows/automations.ts';
import { letRun } from './rows/jobs.ts';
import type { Shop } from './shop.ts';
import { openTestSupport } from './tickets.ts';

export type Definition = Omit<DeskSent<'POST /api/automations/save'>, 'name'>;
export const runOnce = (shop: Shop) => letRun(shop, 'automations.run');

/** Saved, not on yet. */
export async function createAutomation(owner: Operating, definition: Definition): Promise<string> {
  const { status, body } = await owner.call('POST /api/automations/save', { name: 'Sample', ...definition });
  expect([status, body]).toEqual([200, { id: expect.any(String) }]);
  return body.id;
}

/** As many processes as run it at the same time; the job queue itself would let them wait. */
export async function runConcurrently(shop: Shop, count: number): Promise<Promise<void>[]> {
  const deps = { ...shop, support: await openTestSupport(shop) };
  return Array.from({ length: count }, () => runAutomations(deps, new AbortController().signal));
}

export const switchAutomation = (owner: Operating, id: string, isOn = true) => owner.call('POST /api/automations/switch', { id, isOn });

/** Saved, tried and on. */
export async function startAutomation(shop: Shop, owner: Operating, definition: Definition): Promise<string> {
  const id = await createAutomation(owner, definition);
  expect((await owner.call('POST /api/automations/try', { id })).status).toBe(200);
  expect((await switchAutomation(owner, id)).status).toBe(204);
  shop.clock.turn({ seconds: 1 });
  return id;
}

export const whenPaid: Pick<Definition, 'when' | 'conditions'> = { when: 'order.paid', conditions: [] };
export const tagClient = (tag: string, when: Definition['when'] = 'order.paid'): Definition => ({
  when,
  conditions: [],
  actions: [{ kind: 'tag', tag }],
});

export async function findAccountId(shop: Shop, { email }: { readonly email: string }): Promise<string> {
  const [event] = await listEvents(shop, email);
  return event?.subjectId ?? '';
}

export const listTags = async (shop: Shop, owner: Operating, who: { readonly email: string }) =>
  (await owner.call('GET /api/customer/notes', { id: await findAccountId(shop, who) })).body.tags;
