// The events of fulfilment that later modules handle. The handlers are listed in src/event-handlers.ts.
import type { DbClient } from '#platform/database/database.ts';
import type { AssignedPieces, MentioningNote } from './desk/shapes.ts';

/** Announced in the transaction of the assignment or the note. */
export type FulfilmentEvents = {
  readonly 'fulfilment.assigned': readonly ((tx: DbClient, assigned: AssignedPieces) => Promise<void>)[];
  readonly 'fulfilment.mentioned': readonly ((tx: DbClient, note: MentioningNote) => Promise<void>)[];
};
