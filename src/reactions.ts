// TABLE 3: what follows a fact. A room announces a fact; the rooms above it in the list of rooms are not entered by it, they react here,
// inside the same transaction. A fact that nothing follows is not listed.
import type { AccountReactions } from './rooms/accounts/actions.ts';
import { filesOf, removeFilesOf } from './rooms/orders/files.ts';
import { blankTicketsOf, joinTickets, ticketsOf } from './rooms/support/actions.ts';

export const reactions = {
  'accounts.addressConfirmed': [joinTickets],
  'accounts.taken': { files: filesOf, tickets: ticketsOf },
  'accounts.closing': [],
  'accounts.erased': [blankTicketsOf, removeFilesOf],
} as const satisfies AccountReactions;
