// Codes that travel in mails, as whoever follows one is told.
import type { AppContext } from '../../../infra/app-context.ts';
import type { Message } from '../../../lib/user-error.ts';

const messages = {
  code: /*i18n*/ { id: 'account.code', message: 'This link has been used or is too old. Ask for a new one.' },
} as const satisfies Record<string, Message>;

/** Used, too old, another's, never given: whoever guesses learns nothing. */
export const codeMessage: Message = messages.code;

export const confirmLink = ({ config }: Pick<AppContext, 'config'>, code: string): string =>
  `${config.shopUrl}/account/confirm?code=${code}`;
