// The sentences of a ticket's shape, as the server says them.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const ticketWords: Readonly<Record<string, MessageDescriptor>> = {
  'ticket.name': msg`Please tell us your name.`,
  'ticket.short': msg({ message: 'Please tell us a little more: at least {minimum} characters.' }),
  'ticket.empty': msg`Please write something.`,
  'ticket.long': msg({ message: 'That is more than fits here. Please use {maximum} characters or fewer.' }),
};
