// The door of the room. A ticket and its two mails, to the writer and to the desk, are kept together or not at all.
import { randomBytes } from 'node:crypto';
import { change, type Queries } from '../../infra/db.ts';
import type { Ground } from '../../infra/ground.ts';
import { shapeRefusal } from '../../infra/http/faults.ts';
import { keptSource } from '../../infra/kept-source.ts';
import { addressKey, takePoints } from '../../infra/limits.ts';
import { emailKey } from '../../lib/email.ts';
import type { Locale } from '../../lib/locale.ts';
import { ownerOf, type Whose } from '../accounts/actions.ts';
import { forgetMailsAbout, postMail } from '../mail/actions.ts';
import { blankTickets, giveTickets, insertTicket, lockAddress, ticketsFrom } from './queries.ts';
import { isFromProgram, NUMBER_BYTES, ticketNumber } from './rules.ts';
import { type Ticket, type TicketAsk, ticketAskShape } from './shapes.ts';
import type { DeskSource } from './source.ts';

export { firstAnswersByDay, firstTicketAt, ticketsByDay } from './queries-reports.ts';

/** Who writes, as the connection tells it. */
export type Writer = { readonly address: string; readonly locale: Locale };

export type SupportRoom = {
  createTicket(ask: TicketAsk, writer: Writer): Promise<Ticket>;
  /** The same for a form that nothing has read yet: whatever was sent is parsed first, and refused field by field. */
  receiveTicket(sent: unknown, writer: Writer): Promise<Ticket>;
};

export async function openSupport(ground: Ground, shopFolder: string): Promise<SupportRoom> {
  const desk = await keptSource({ name: 'desk', folder: shopFolder, files: ['brand.yaml'] }, async () => {
    const { readDeskSource } = await import('./source.ts');
    return readDeskSource(shopFolder);
  });
  const createTicket: SupportRoom['createTicket'] = async (ask, writer) => {
    await takePoints(ground, [
      { limit: 'ticket.address', of: addressKey(writer.address) },
      { limit: 'ticket.email', of: emailKey(ask.email) },
    ]);
    // A program is answered as a person is, so that it learns nothing.
    if (isFromProgram(ask)) return { ticketNumber: newNumber() };
    return { ticketNumber: await change(ground.db, (tx) => keepTicket(ground, desk, tx, ask, writer.locale)) };
  };
  return {
    createTicket,
    async receiveTicket(sent, writer) {
      const parsed = ticketAskShape.safeParse(sent);
      if (!parsed.success) throw shapeRefusal(parsed.error.issues, sent);
      return createTicket(parsed.data, writer);
    },
  };
}

/** Somebody has confirmed the address as theirs: what was written from it belongs to their account, if it is not another's already. */
export async function joinTickets(
  tx: Queries,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> {
  const key = emailKey(email);
  await lockAddress(tx, key, 'owner');
  await giveTickets(tx, key, accountId);
}

const newNumber = (): string => ticketNumber(randomBytes(NUMBER_BYTES));

/** Of a billion numbers one is rarely taken, and never this often in a row. */
const TRIES = 5;

async function keepTicket(
  ground: Pick<Ground, 'clock'>,
  desk: DeskSource,
  tx: Queries,
  { name, email, message }: TicketAsk,
  locale: Locale,
): Promise<string> {
  const key = emailKey(email);
  await lockAddress(tx, key, 'writer');
  const accountId = await ownerOf(tx, email);
  for (let tries = 0; tries < TRIES; tries++) {
    const number = newNumber();
    if (!(await insertTicket(tx, { number, name, email, emailKey: key, accountId, locale, createdAt: ground.clock.now() }, message)))
      continue;
    await postMail(ground, tx, {
      to: email,
      replyTo: desk.supportEmail,
      locale,
      mail: 'ticket-confirmation',
      values: { number, name, message },
      reference: number,
    });
    await postMail(ground, tx, {
      to: desk.supportEmail,
      replyTo: email,
      locale: desk.defaultLocale,
      mail: 'ticket-desk',
      values: { number, name, email, message },
      reference: number,
    });
    return number;
  }
  throw new Error('no free number for a ticket was found');
}

/** What this person wrote to the desk. A ticket is known by its address alone, so it is theirs only if the address was proven to be. */
export const ticketsOf = async (queries: Queries, { accountId }: Whose, limit: number): Promise<readonly object[]> =>
  ticketsFrom(queries, accountId, limit);

export async function blankTicketsOf(tx: Queries, { accountId }: Whose): Promise<void> {
  await forgetMailsAbout(tx, await blankTickets(tx, accountId));
}
