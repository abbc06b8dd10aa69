// Ticket statuses and their transitions: one table.

export const ticketStatuses = ['open', 'waiting', 'closed'] as const;
/** open: the desk has to answer; waiting: the writer has to answer. */
export type TicketStatus = (typeof ticketStatuses)[number];
export type MessageAuthor = 'guest' | 'desk' | 'note';

/**
 * How the writer is identified. loggedIn: by a session. form: the contact form, unverified. mailedLink: by a
 * link or reply address mailed to the ticket's address. mailProven, mailUnproven: by mail, with or without an
 * authenticated sender domain.
 */
export const knownBys = ['loggedIn', 'form', 'mailedLink', 'mailProven', 'mailUnproven'] as const;
export type KnownBy = (typeof knownBys)[number];
/** Such a message could be written in another person's name. */
export const isUnproven = (knownBy: KnownBy | null): boolean => knownBy === 'form' || knownBy === 'mailUnproven';

export const ticketTransitions = {
  /** A message from the writer reopens the ticket. */
  write: { from: ['open', 'waiting', 'closed'], to: 'open' },
  answer: { from: ['open', 'waiting', 'closed'], to: 'waiting' },
  wait: { from: ['open'], to: 'waiting' },
  reopen: { from: ['waiting', 'closed'], to: 'open' },
  close: { from: ['open', 'waiting'], to: 'closed' },
} as const satisfies Readonly<Record<string, { readonly from: readonly TicketStatus[]; readonly to: TicketStatus }>>;

export type Move = keyof typeof ticketTransitions;
/** Status changes by the desk without a message. */
export const deskMoves = ['wait', 'reopen', 'close'] as const satisfies readonly Move[];

/** Undefined if the transition is not allowed. */
export const findStatusAfterMove = (from: TicketStatus, move: Move): TicketStatus | undefined =>
  (ticketTransitions[move].from as readonly TicketStatus[]).includes(from) ? ticketTransitions[move].to : undefined;
