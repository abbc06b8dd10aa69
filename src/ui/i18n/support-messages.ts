// Messages of the ticket schema.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const ticketWords: Readonly<Record<string, MessageDescriptor>> = {
  'ticket.name': msg`Enter your name.`,
  'name.link': msg`Enter a name without a web address.`,
  'ticket.short': msg({ message: 'Tell us a little more: at least {minimum} characters.' }),
  'ticket.long': msg({ message: 'Use {maximum} characters or fewer.' }),
};
