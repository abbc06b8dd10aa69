// Automations at the desk: list, save, try, turn on and off, remove.
import { type Message, UserError } from '#lib/user-error.ts';
import { findStage, listStages, mayMoveTo } from '#modules/catalogue/stages/rules.ts';
import { listNewestEvents } from '#modules/events/queries.ts';
import { listChatNames } from '#modules/notices/webhooks/webhooks.ts';
import { type Done, lockColleague, type OperatorSession } from '#modules/staff/actions.ts';
import { mayDo, type RoleHolder } from '#modules/staff/shapes-roles.ts';
import { listWebhookNames } from '#modules/webhooks/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import type { AutomationDeps } from './carry-out.ts';
import { findSubjects } from './list-runs.ts';
import * as queries from './queries.ts';
import { meetsConditions } from './rules.ts';
import { createTagReader } from './run.ts';
import type { Action, Automations, SaveAutomation, TriedAutomation } from './shapes.ts';
import { type EventAbout, findEventRow, findNeed } from './shapes-events.ts';

const MAX_AUTOMATIONS = 100;
const PREVIEW_EVENTS = 100;
const RUN_COUNT_PERIOD_MS = 30 * 86_400_000;

const messages = {
  most: /*i18n*/ { id: 'desk.automation.most', message: 'The shop has {count} automations, the maximum. Remove one first.' },
  changed: /*i18n*/ { id: 'desk.automation.changed', message: 'Someone has changed it in the meantime. Reload the page.' },
  untried: /*i18n*/ { id: 'desk.automation.untried', message: 'Try it on past events first.' },
  right: /*i18n*/ { id: 'desk.automation.right', message: 'Your role may not do this, so an automation of yours can’t either.' },
  operator: /*i18n*/ { id: 'desk.automation.operator', message: 'Choose an operator who may do this work.' },
  stage: /*i18n*/ { id: 'desk.automation.stage', message: 'Choose a stage that your role may move pieces to.' },
  template: /*i18n*/ { id: 'desk.automation.template', message: 'Choose a saved reply.' },
  webhook: /*i18n*/ { id: 'desk.automation.webhook', message: 'Choose a chat.' },
  endpoint: /*i18n*/ { id: 'desk.automation.endpoint', message: 'Choose a webhook.' },
} as const satisfies Record<string, Message>;

export async function readAutomations({ ctx, support }: AutomationDeps): Promise<Automations> {
  const { orm } = ctx.db;
  const rows = await queries.listAutomations(orm, new Date(ctx.clock.now().getTime() - RUN_COUNT_PERIOD_MS));
  return {
    automations: rows.map(({ authorName, isAuthorEnded, onSince, triedAt, changedAt, conditions, actions, authorId: _, ...row }) => ({
      ...row,
      conditions: [...conditions],
      actions: [...actions],
      isOn: onSince !== null,
      isTried: triedAt !== null,
      author: { name: authorName, isEnded: isAuthorEnded },
      changedAt: changedAt.toISOString(),
    })),
    templates: support.desk.templates(),
    webhooks: await listChatNames(orm),
    endpoints: await listWebhookNames(orm),
  };
}

/** Turns it off, because another automation than the one that was tried must not run. */
export async function saveAutomation(
  deps: AutomationDeps,
  tx: DbClient,
  { operator }: OperatorSession,
  { id, version, ...definition }: SaveAutomation,
): Promise<Done<{ id: string }>> {
  const now = deps.ctx.clock.now();
  await checkActions(deps, tx, operator, definition);
  const saved = { ...definition, authorId: operator.id, changedAt: now, triedAt: null, onSince: null };
  const { name, when } = definition;
  if (id === undefined) {
    if ((await queries.lockAutomations(tx)) >= MAX_AUTOMATIONS)
      throw new UserError(400, { '': [{ ...messages.most, values: { count: MAX_AUTOMATIONS } }] });
    const created = newId(now);
    await queries.insertAutomation(tx, { ...saved, id: created, version: 1 });
    return { entries: [{ id: created, after: { name, when } }], answer: { id: created } };
  }
  const before = await lockOr404(tx, id);
  if (before.version !== version) throw new UserError(400, { '': [messages.changed] });
  await queries.setAutomation(tx, id, { ...saved, version: before.version + 1 });
  return { entries: [{ id, before: { name: before.name, when: before.when }, after: { name, when } }], answer: { id } };
}

/** All errors at once, by action: what its author may not do, and what does not exist. */
async function checkActions(
  deps: AutomationDeps,
  tx: DbClient,
  who: RoleHolder,
  { when, actions }: Pick<SaveAutomation, 'when' | 'actions'>,
): Promise<void> {
  const errors: Record<string, Message[]> = {};
  const { about } = findEventRow(when);
  for (const [index, action] of actions.entries()) {
    const need = findNeed(action.kind, about);
    const [field, error] =
      need && mayDo(who, need) ? ((await findActionError(deps, tx, { who, about, action })) ?? []) : ['kind', messages.right];
    if (field && error) errors[`actions[${index}].${field}`] = [error];
  }
  if (Object.keys(errors).length > 0) throw new UserError(400, errors);
}

type Checked = { readonly who: RoleHolder; readonly about: EventAbout; readonly action: Action };

async function findActionError(
  { support, catalogue }: AutomationDeps,
  tx: DbClient,
  { who, about, action }: Checked,
): Promise<readonly [string, Message] | undefined> {
  if (action.kind === 'assign') {
    const found = await lockColleague(tx, action.to);
    if (!found || !mayDo(found, about === 'ticket' ? 'tickets.answer' : 'queue.work')) return ['to', messages.operator];
  }
  if (action.kind === 'stage') {
    const stages = listStages(catalogue.current(), action.service);
    const stage = findStage(stages, action.stage);
    if (stage?.id !== action.stage || !mayMoveTo(stage, who)) return ['stage', messages.stage];
  }
  if (action.kind === 'mail' && !support.desk.templates().some(({ id }) => id === action.template)) return ['template', messages.template];
  if (action.kind === 'webhook' && !(await listWebhookNames(tx)).some(({ id }) => id === action.endpoint))
    return ['endpoint', messages.endpoint];
  if (action.kind === 'chat' && !(await listChatNames(tx)).some(({ id }) => id === action.webhook)) return ['webhook', messages.webhook];
  return undefined;
}

async function lockOr404(tx: DbClient, id: string): Promise<queries.Automation> {
  const found = await queries.lockAutomation(tx, id);
  if (!found) throw new UserError(404);
  return found;
}

/** Says which of the last events of its kind it would have run for. Nothing else happens. */
export async function tryAutomation({ ctx }: AutomationDeps, tx: DbClient, id: string): Promise<TriedAutomation> {
  const { when, conditions } = await lockOr404(tx, id);
  const events = await listNewestEvents(tx, when, PREVIEW_EVENTS);
  const tags = await createTagReader(tx, events);
  await queries.setAutomation(tx, id, { triedAt: ctx.clock.now() });
  const subjects = await findSubjects(ctx, events);
  return { events: events.map((event) => ({ ...subjects(event), meets: meetsConditions(conditions, event.fields, tags(event)) })) };
}

export async function switchAutomation({ ctx }: AutomationDeps, tx: DbClient, { id, isOn }: { id: string; isOn: boolean }): Promise<Done> {
  const { name, triedAt, onSince } = await lockOr404(tx, id);
  if (isOn && triedAt === null) throw new UserError(400, { '': [messages.untried] });
  if (isOn === (onSince !== null)) return { entries: [] };
  await queries.setAutomation(tx, id, { onSince: isOn ? ctx.clock.now() : null });
  return { entries: [{ id, act: isOn ? 'automation.turnOn' : 'automation.turnOff', after: { name } }] };
}

export async function removeAutomation(tx: DbClient, id: string): Promise<Done> {
  const { name } = await lockOr404(tx, id);
  await queries.deleteAutomation(tx, id);
  return { entries: [{ id, before: { name } }] };
}
