// Dependencies of the support module, and what both sides do to a ticket.

import type { Locale } from '#lib/locale.ts';
import type { DateLocale } from '#lib/time/date.ts';
import { UserError } from '#lib/user-error.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { IngestedFile } from '#platform/files/ingest-upload.ts';
import type { Store } from '#platform/files/store.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import type { SupportEvents } from './events.ts';
import { lockTicket, type TicketRow } from './queries.ts';
import type { SupportRules } from './rules.ts';

export type TicketUpload = { readonly id: string } & IngestedFile;

/** The customer's uploaded files that are not in use yet. */
export type UploadedFiles = {
  handOver(tx: DbClient, of: { readonly accountId: string }, fileIds: readonly string[]): Promise<TicketUpload[]>;
};

/**
 * The current settings, and who the desk is. Read anew at each use, because the owner may publish others at
 * any time.
 */
export type DeskSettings = () => SupportRules & {
  readonly supportEmail: string;
  /** The address that our mails come from. */
  readonly sender: string;
  readonly defaultLocale: Locale;
  /** Of the hours. */
  readonly zone: string;
  readonly dateLocale: DateLocale;
};

export type SupportDeps = {
  readonly ctx: AppContext;
  readonly desk: DeskSettings;
  readonly store: Store;
  readonly files: UploadedFiles;
  readonly fulfilment: Pick<FulfilmentModule, 'answerByMail' | 'desk'>;
  readonly reactions: SupportEvents;
};

/** Locks the ticket; 404 if it is missing or `isTheirs` rejects it. */
export async function lockOr404(tx: DbClient, number: string, isTheirs: (ticket: TicketRow) => boolean = () => true): Promise<TicketRow> {
  const ticket = await lockTicket(tx, number);
  if (!ticket || !isTheirs(ticket)) throw new UserError(404);
  return ticket;
}

/** Enqueues the removal of the files' bytes, which runs after the commit. */
export async function enqueueFileRemoval(tx: DbClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) await enqueue(tx, 'files.remove', { id });
}
