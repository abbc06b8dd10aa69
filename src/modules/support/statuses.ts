// How a ticket stands, and what moves it: one table.

export const ticketStatuses = ['open', 'waiting', 'closed'] as const;
/** open: the writer waits for the desk; waiting: the desk for the writer. */
export type TicketStatus = (typeof ticketStatuses)[number];
export type MessageAuthor = 'guest' | 'desk' | 'note';

/**
 * How the writer of a ticket or a message is known. loggedIn: in the account, with a session. form: the contact form, which takes any address. mailedLink:
 * by a link or a reply address that we mailed to the ticket's address. mailProven, mailUnproven: by mail, whose sender's domain was proven, or was not.
 */
export const knownBys = ['loggedIn', 'form', 'mailedLink', 'mailProven', 'mailUnproven'] as const;
export type KnownBy = (typeof knownBys)[number];
/** Whoever knows an address can write like this in its name. */
export const isUnproven = (knownBy: KnownBy | null): boolean => knownBy === 'form' || knownBy === 'mailUnproven';

export const ticketTransitions = {
  /** The writer writes, and whatever was over begins again. */
  write: { from: ['open', 'waiting', 'closed'], to: 'open' },
  answer: { from: ['open', 'waiting', 'closed'], to: 'waiting' },
  wait: { from: ['open'], to: 'waiting' },
  reopen: { from: ['waiting', 'closed'], to: 'open' },
  close: { from: ['open', 'waiting'], to: 'closed' },
} as const satisfies Readonly<Record<string, { readonly from: readonly TicketStatus[]; readonly to: TicketStatus }>>;

export type Move = keyof typeof ticketTransitions;
/** What the desk does to a ticket without writing. */
export const deskMoves = ['wait', 'reopen', 'close'] as const satisfies readonly Move[];

/** Undefined where there is no such way. */
export const moved = (from: TicketStatus, move: Move): TicketStatus | undefined =>
  (ticketTransitions[move].from as readonly TicketStatus[]).includes(from) ? ticketTransitions[move].to : undefined;
