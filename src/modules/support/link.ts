// Access to a ticket by a mailed link. The link works once: it is exchanged for a cookie that can read,
// answer and download. Attempts are rate limited.

import { type Message, UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { lockOr404, type SupportDeps } from './deps.ts';
import { type FileRead, readTicketFile } from './files/files.ts';
import { createKey, hashOfKey, mailTicketLink } from './mail/mails.ts';
import { exchangeKey, findTicketByKey } from './mail/queries-keys.ts';
import { proveTicketAddress } from './prove.ts';
import { findTicket } from './queries.ts';
import { isTicketKey, type KeyUse } from './rules.ts';
import type { Thread } from './shapes-threads.ts';
import { viewThread, writeTicketMessage } from './threads.ts';

const messages = {
  used: /*i18n*/ {
    id: 'ticket.used',
    message: 'This link was already used. We can email you a new one.',
  },
  over: /*i18n*/ { id: 'ticket.over', message: 'This link is no longer valid. Write to us again.' },
} as const satisfies Record<string, Message>;

/** The client's IP address. */
type From = { readonly address: string };

export function openTicketLinks(deps: SupportDeps) {
  const { ctx } = deps;
  const { db, clock } = ctx;
  const takeTry = ({ address }: From) => takePoints(ctx, [{ limit: 'ticketKey.address', of: getAddressKey(address) }]);
  const findNumber = (use: KeyUse | 'used', key: string, at: DbClient = db.orm): Promise<string | undefined> =>
    isTicketKey(key) ? findTicketByKey(at, hashOfKey(use, key), clock.now()) : Promise.resolve(undefined);
  const byCookie = async (key: string, from: From): Promise<string> => {
    await takeTry(from);
    const number = await findNumber('cookie', key);
    if (number === undefined) throw new UserError(404);
    return number;
  };

  return {
    /**
     * Returns the key for the cookie. A browser with a key for this ticket keeps it, so a used link still
     * leads to the thread.
     */
    async openLink(code: string, key: string, from: From): Promise<string> {
      await takeTry(from);
      return transaction(db, async (tx) => {
        const number = await exchangeKey(tx, hashOfKey('link', code), { to: hashOfKey('used', code), now: clock.now() });
        if (number !== undefined) return createKey(deps, tx, 'cookie', number);
        const used = await findNumber('used', code, tx);
        if (used === undefined) throw new UserError(400, { code: [messages.over] });
        if (used === (await findNumber('cookie', key, tx))) return key;
        throw new UserError(400, { renew: [messages.used] });
      });
    },

    /** A used link only triggers a new mail to the writer. */
    async renewLink(code: string, from: From): Promise<void> {
      await takeTry(from);
      const number = await findNumber('used', code);
      if (number === undefined) throw new UserError(400, { code: [messages.over] });
      await takePoints(ctx, [{ limit: 'ticketLink.ticket', of: number }]);
      await transaction(db, async (tx) => mailTicketLink(deps, tx, await lockOr404(tx, number)));
    },

    async threadByCookie(key: string, from: From): Promise<Thread> {
      const ticket = await findTicket(db.orm, await byCookie(key, from));
      if (!ticket) throw new UserError(404);
      return viewThread(deps, db.orm, ticket);
    },

    async answerByCookie(key: string, message: string, from: From): Promise<void> {
      const number = await byCookie(key, from);
      await takePoints(ctx, [{ limit: 'ticketKey.ticket', of: number }]);
      await transaction(db, async (tx) => {
        const ticket = await proveTicketAddress(tx, await lockOr404(tx, number), 'mailedLink');
        await writeTicketMessage(deps, tx, ticket, { knownBy: 'mailedLink', text: message });
      });
    },

    /** Access to the mailbox confirms the address. */
    async confirmByCookie(key: string, from: From): Promise<void> {
      const number = await byCookie(key, from);
      await transaction(db, async (tx) => proveTicketAddress(tx, await lockOr404(tx, number), 'mailedLink'));
    },

    fileByCookie: async (key: string, id: string, from: From): Promise<FileRead> =>
      readTicketFile(deps, db.orm, id, { ticketNumber: await byCookie(key, from) }),
  };
}
