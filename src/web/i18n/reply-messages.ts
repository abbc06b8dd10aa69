// The sentences of an answer's shape, as the server says them.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const answerWords: Readonly<Record<string, MessageDescriptor>> = {
  'ticket.empty': msg`Please write something.`,
};
