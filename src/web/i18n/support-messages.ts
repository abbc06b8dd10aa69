// Messages of the ticket schema.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const ticketWords: Readonly<Record<string, MessageDescriptor>> = {
  'ticket.name': msg`Please tell us your name.`,
  'name.link': msg`Enter a name without a web address.`,
  'ticket.short': msg({ message: 'Please tell us a little more: at least {minimum} characters.' }),
  'ticket.long': msg({ message: 'That is more than fits here. Please use {maximum} characters or fewer.' }),
};
