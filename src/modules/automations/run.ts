// Compares new events with the automations that are on, and carries out the runs: each in a transaction of
// its own, once, also with several processes, because each holds the cursor.
import { type Message, UserError } from '#lib/user-error.ts';
import { getTagsByCustomer } from '#modules/clients/queries.ts';
import { collectEvents } from '#modules/events/actions.ts';
import { findEvents, listEvents, markCaused, type ShopEvent } from '#modules/events/queries.ts';
import { lockColleague, writeAudit } from '#modules/staff/actions.ts';
import { mayDo, permissions } from '#modules/staff/shapes-roles.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import { newId } from '#platform/new-id.ts';
import { type Author, type AutomationDeps, performAction } from './carry-out.ts';
import * as queries from './queries.ts';
import { getHourBefore, isTooOld, MAX_RUNS_AN_HOUR, meetsConditions } from './rules.ts';
import { findEventRow, findNeed } from './shapes-events.ts';

const EVENTS_AT_ONCE = 1_000;
/** So many ids of one moment are in order. */
const IDS_PER_MILLISECOND = 4_096;

export async function runAutomations(deps: AutomationDeps, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  await collectEvents(ctx, signal);
  for (let isLast = false; !isLast && !signal.aborted; ) isLast = await transaction(ctx.db, (tx) => matchEvents(ctx, tx));
  await forEachRow(ctx, signal, 'automations.run', [
    {
      async due(limit) {
        const now = ctx.clock.now();
        const left = MAX_RUNS_AN_HOUR - (await queries.countRunsSince(ctx.db.orm, getHourBefore(now)));
        return left > 0 ? queries.listWaiting(ctx.db.orm, now, Math.min(limit, left)) : [];
      },
      handle: (tx, { id }) => run(deps, tx, id),
    },
  ]);
}

/** True if no more events wait. An event that an automation caused starts none. */
async function matchEvents({ clock }: AppContext, tx: DbClient): Promise<boolean> {
  const from = await queries.lockCursor(tx);
  const [events, automations] = [await listEvents(tx, { after: from, limit: EVENTS_AT_ONCE }), await queries.listRunning(tx)];
  const last = events.at(-1);
  if (!last) return true;
  const pairs = events.flatMap((event) =>
    automations
      .filter(({ when, onSince }) => event.runId === null && when === event.type && onSince !== null && onSince <= event.happenedAt)
      .map((automation) => ({ event, automation })),
  );
  const tags = await createTagReader(
    tx,
    pairs.map(({ event }) => event),
  );
  const now = clock.now();
  const rows = pairs
    .filter(({ event, automation }) => meetsConditions(automation.conditions, event.fields, tags(event)))
    .map(({ event, automation }, place) => ({
      id: newId(now, place % IDS_PER_MILLISECOND),
      automationId: automation.id,
      eventId: event.id,
      createdAt: now,
      state: 'waiting' as const,
    }));
  await queries.insertRuns(tx, rows);
  await queries.moveCursor(tx, last.id);
  return events.length < EVENTS_AT_ONCE;
}

/** The tags of each event's client, as they are now. */
export async function createTagReader(of: DbClient, events: readonly ShopEvent[]): Promise<(event: ShopEvent) => readonly string[]> {
  const tags = await getTagsByCustomer(of, [...new Set(events.flatMap(({ accountId }) => accountId ?? []))]);
  return ({ accountId }) => (accountId === null ? [] : (tags.get(accountId) ?? []));
}

async function run(deps: AutomationDeps, tx: DbClient, id: string): Promise<void> {
  await queries.lockCursor(tx);
  const now = deps.ctx.clock.now();
  if ((await queries.countRunsSince(tx, getHourBefore(now))) >= MAX_RUNS_AN_HOUR) return;
  const due = await queries.findDueRun(tx, id);
  if (!due) return;
  const error = isTooOld(due.run.createdAt, now) ? TOO_OLD : await act(deps, tx, due);
  await queries.finishRun(tx, id, now, error);
}

const TOO_OLD = 'It waited for a day, because more than 1,000 runs an hour were due.';

type DueRun = NonNullable<Awaited<ReturnType<typeof queries.findDueRun>>>;

/** Does all of it, or nothing: then the reason is returned. */
async function act(deps: AutomationDeps, tx: DbClient, { run: { id, eventId }, automation }: DueRun): Promise<string | null> {
  if (automation.onSince === null) return 'The automation was turned off before.';
  const [event] = await findEvents(tx, [eventId]);
  const operator = await lockColleague(tx, automation.authorId);
  if (!event) return 'The event was removed before.';
  if (!operator) return 'The author doesn’t work here any more. Someone else has to save the automation.';
  const author = { id: operator.id, name: operator.name, role: operator.role, ownRole: operator.ownRole };
  try {
    await queries.runInSavepoint(tx, () => actAll(deps, tx, { id, author, event }, automation));
    return null;
  } catch (cause) {
    if (cause instanceof UserError) return describeError(cause);
    throw cause;
  }
}

type ActingRun = { readonly id: string; readonly author: Author; readonly event: ShopEvent };

async function actAll(deps: AutomationDeps, tx: DbClient, running: ActingRun, { name, when, actions }: queries.Automation): Promise<void> {
  const at = deps.ctx.clock.now();
  for (const action of actions) {
    const need = findNeed(action.kind, findEventRow(when).about);
    if (!need || !mayDo(running.author, need))
      throw new UserError(403, { '': [createLacksRightMessage(need ? permissions[need].about : '')] });
    const { lines, caused = [] } = await performAction(deps, tx, running, action);
    for (const line of lines) await writeAudit(tx, running.author, at, { ...line, why: `Automation: ${name}` });
    await markCaused(tx, caused, { id: running.id, at });
  }
}

const messages = {
  lacksRight: /*i18n*/ { id: 'desk.automation.lacksRight', message: 'The author may not do this any more: {right}' },
} as const satisfies Record<string, Message>;

const createLacksRightMessage = (right: string): Message => ({ ...messages.lacksRight, values: { right } });

/** What it was about may be gone. */
const describeError = ({ errors }: UserError): string =>
  Object.values(errors)
    .flat()
    .map((message) => translate(message, 'en'))
    .join(' ') || 'What it is about doesn’t exist any more.';
