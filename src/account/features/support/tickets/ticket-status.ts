// Labels of the ticket states, and the query parameters of the support page.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Thread } from '#modules/support/shapes-threads.ts';
import { href, parseQuery } from '../../../../pages.ts';

type TicketStatusDisplay = { readonly badge: 'work' | 'done' | 'off'; readonly label: MessageDescriptor };

export const ticketStates: Readonly<Record<Thread['status'], TicketStatusDisplay>> = {
  open: { badge: 'work', label: msg`Waiting for our answer` },
  waiting: { badge: 'done', label: msg`Answered` },
  closed: { badge: 'off', label: msg`Closed` },
};

/** One ticket, a new one (perhaps about an order), or the list. */
export type Wanted = { readonly ticket: string } | { readonly order: string } | undefined;

const ANY_ORDER = 'ticket';

export function parseTicketAddress(address: string): Wanted {
  const { ticket, new: order } = parseQuery(address);
  if (typeof ticket === 'string' && ticket) return { ticket };
  return typeof order === 'string' ? { order: order === ANY_ORDER ? '' : order } : undefined;
}

export const getTicketAddress = (number: string): string => `${href('support')}?ticket=${encodeURIComponent(number)}`;
export const askAddress = (order: string = ANY_ORDER): string => `${href('support')}?new=${encodeURIComponent(order)}`;
