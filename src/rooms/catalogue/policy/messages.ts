// What a customer reads when the gate stops a brief. Kind, because most who ask have been told by somebody that this is how it is done.
import type { Message } from '../../../lib/refusal.ts';

/** On the field that asks for it. */
export const messages = {
  policyStop: /*i18n*/ {
    id: 'policy.stop',
    message:
      'This seems to ask for followers, likes, views, comments, reviews or accounts that are bought, made up or automatic. We cannot sell those: they break the platform’s rules and can cost you the account, and we sell work, never counts. Please describe the writing or planning that you need. If we have misread you, write to us, and a person will look at it.',
  },
} as const satisfies Record<string, Message>;
