// The mails of a ticket. What goes to its writer carries a key: whoever reads the writer's mail may read the thread and write on, without an account.
import { createHash, randomBytes } from 'node:crypto';
import type { Queries } from '../../infra/db.ts';
import { href } from '../../pages.ts';
import { personOf } from '../accounts/actions.ts';
import { postMail } from '../mail/actions.ts';
import type { Inside } from './inside.ts';
import type { TicketRow } from './queries.ts';
import { insertKey } from './queries-keys.ts';
import { KEY_BYTES, keyExpiry, ticketKey } from './rules.ts';

type About = Pick<TicketRow, 'number' | 'name' | 'email' | 'locale'> & { readonly accountId?: string | null | undefined };

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

async function newKey({ ground }: Pick<Inside, 'ground'>, tx: Queries, ticketNumber: string): Promise<string> {
  const key = ticketKey(randomBytes(KEY_BYTES));
  await insertKey(tx, { hash: hashOfKey(key), ticketNumber, expiresAt: keyExpiry(ground.clock.now()) });
  return key;
}

/** Where mail comes in, an answer to the mail finds its thread by itself; else a person reads it. */
function replyAddress({ ground: { config }, desk }: Pick<Inside, 'ground' | 'desk'>, key: string): string {
  if (!config.mailIn) return desk.supportEmail;
  const [name, host] = config.mailIn.address.split('@');
  return `${name}+${key}@${host}`;
}

/** Without `message` the address may be anybody's: its owner reads nothing that a stranger has typed. */
export async function confirmToWriter(inside: Inside, tx: Queries, ticket: About, message: string | undefined): Promise<void> {
  const { number, name, email, locale } = ticket;
  const key = await newKey(inside, tx, number);
  const to = { to: email, replyTo: replyAddress(inside, key), locale, reference: number };
  await postMail(
    inside.ground,
    tx,
    message === undefined
      ? { ...to, mail: 'ticket-received', values: { number, link: linkOf(inside, key) } }
      : { ...to, mail: 'ticket-confirmation', values: { number, name, message } },
  );
}

const linkOf = ({ ground }: Pick<Inside, 'ground'>, key: string): string => `${ground.config.shopUrl}${href('ticket')}?code=${key}`;

/** To whoever reads the desk's mail: every message of a writer. */
export const tellDesk = ({ ground, desk }: Inside, tx: Queries, { number, name, email }: About, message: string): Promise<string> =>
  postMail(ground, tx, {
    ...{ to: desk.supportEmail, replyTo: email, locale: desk.defaultLocale, mail: 'ticket-desk', reference: number },
    values: { number, name, email, message },
  });

type Answer = { readonly text: string; readonly operator: string; readonly files: readonly string[] };

/** To the account's address of today, where it is an account's. */
export async function answerToWriter(inside: Inside, tx: Queries, ticket: About, { text, operator, files }: Answer): Promise<void> {
  const { number, name, locale, accountId } = ticket;
  const to = accountId ? (await personOf(tx, accountId))?.email : ticket.email;
  if (!to) return;
  const key = await newKey(inside, tx, number);
  await postMail(inside.ground, tx, {
    ...{ to, replyTo: replyAddress(inside, key), locale, mail: 'ticket-answer', reference: number },
    values: {
      ...{ number, name, operator },
      message: [text, ...files.map((file) => `[${file}]`)].join('\n\n'),
      link: linkOf(inside, key),
    },
  });
}
