// The event of support that later modules handle. The handlers are listed in src/event-handlers.ts.
import type { DbClient } from '#platform/database/database.ts';
import type { AssignedTickets } from './desk/shapes.ts';

/** Announced in the transaction of the assignment. */
export type SupportEvents = { readonly 'support.assigned': readonly ((tx: DbClient, assigned: AssignedTickets) => Promise<void>)[] };
