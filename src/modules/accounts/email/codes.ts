// The error message and the confirmation link of mailed codes.

import type { Message } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';

const messages = {
  code: /*i18n*/ { id: 'account.code', message: 'This link has expired or was already used. Request a new one.' },
} as const satisfies Record<string, Message>;

/** The same message for every invalid code, so that guessing reveals nothing. */
export const codeMessage: Message = messages.code;

export const confirmLink = ({ config }: Pick<AppContext, 'config'>, code: string): string =>
  `${config.shopUrl}/account/confirm?code=${code}`;
