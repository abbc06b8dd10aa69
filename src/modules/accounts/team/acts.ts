// Notes what members do for an account: who, when, which call and about what. The row is committed before the
// call runs, so that nothing is done without it, and completed after.
import type { CallTable } from '#lib/calls.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Caller, Handlers } from '#platform/http/api-routes.ts';
import { newId } from '#platform/new-id.ts';
import * as queries from './queries.ts';
import { isNoted } from './rules.ts';

type Noted = { readonly caller: Caller; readonly input?: unknown };
type Handler = (call: Noted) => Promise<unknown>;

/** The handlers of these calls; those that change something note who did it. */
export function withActLog<H extends Partial<Handlers>>({ db, clock }: AppContext, table: CallTable, handlers: H): H {
  const note =
    (name: string, handler: Handler): Handler =>
    async (call) => {
      const { accountId, personId, isMember } = call.caller;
      if (!isMember) return handler(call);
      const at = clock.now();
      const id = newId(at);
      await queries.insertAct(db.orm, { id, accountId, personId, call: name, subject: findSubject(call.input), at });
      const answer = await handler(call);
      await queries.updateActAsDone(db.orm, id, { subject: findSubject(answer) ?? findSubject(call.input), doneAt: clock.now() });
      return answer;
    };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => {
      const may = table[name as keyof CallTable]?.may ?? 'self';
      return [name, name.startsWith('POST') && isNoted(may) ? note(name, handler as Handler) : handler];
    }),
  ) as H;
}

const subjects = ['purchaseId', 'orderId', 'subscriptionId', 'personId', 'subjectId', 'deliveryId', 'pieceId', 'number', 'email', 'id'];

function findSubject(from: unknown): string | null {
  if (typeof from !== 'object' || from === null) return null;
  const values = subjects.map((name) => (from as Record<string, unknown>)[name]);
  return values.find((value): value is string => typeof value === 'string') ?? null;
}
