// The shape of a person's name (account, receipt, message). It appears in mails, so it must not contain a
// link.
import * as z from 'zod/mini';
import { nameLine } from '../markdown/plain-text.ts';
import type { Message } from '../user-error.ts';
import { withMessage } from '../zod-message.ts';

const messages = {
  link: /*i18n*/ { id: 'name.link', message: 'Enter a name without a web address.' },
} as const satisfies Record<string, Message>;

export const PERSON_NAME_CHARS = 100;

/** The whole name, as the desk writes it; empty if none is known. */
export const formatPersonName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** Full-width letters count as ASCII letters, as in browsers. */
export const hasWebAddress = (name: string): boolean => /:\/\/|(?<![\p{L}\p{N}])www\./iu.test(name.normalize('NFKC'));

/** `empty`: the message for a missing name. */
export const createPersonNameShape = (empty: Message) =>
  z.string().check(
    z.overwrite(nameLine),
    z.trim(),
    z.minLength(1, withMessage(empty)),
    z.maxLength(PERSON_NAME_CHARS),
    z.refine((name) => !hasWebAddress(name), withMessage(messages.link)),
  );
