// Messages of the reply schema.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const answerWords: Readonly<Record<string, MessageDescriptor>> = {
  'ticket.empty': msg`Write a message.`,
};
