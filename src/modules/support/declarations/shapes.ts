// What visitors declare on /withdrawal and /cancel, without log-in.
import * as z from 'zod/mini';
import { toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import { emailShape } from '#lib/people/email.ts';
import { createPersonNameShape, hasWebAddress } from '#lib/people/person-name.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { REASON_CHARS } from '../shapes-sizes.ts';

const messages = {
  name: /*i18n*/ { id: 'declaration.name', message: 'Enter your name.' },
  number: /*i18n*/ { id: 'declaration.number', message: 'Enter the order or subscription number. It’s in our emails.' },
  link: /*i18n*/ { id: 'declaration.link', message: 'Leave out web addresses.' },
  reason: /*i18n*/ { id: 'declaration.reason', message: 'Tell us the reason.' },
  endsOn: /*i18n*/ { id: 'declaration.endsOn', message: 'Enter a date, or leave this empty.' },
} as const satisfies Record<string, Message>;

const NUMBER_CHARS = 40;

/**
 * The receipt repeats what was typed to an address that may be another person's, so it must not carry links.
 */
const withoutLinks = z.refine<string>((text) => !hasWebAddress(text), withMessage(messages.link));

const withdrawalShape = z.object({
  name: createPersonNameShape(messages.name),
  email: emailShape,
  number: z
    .string()
    .check(z.overwrite(toOneLine), z.trim(), z.minLength(1, withMessage(messages.number)), z.maxLength(NUMBER_CHARS), withoutLinks),
});

const cancellationShape = z
  .extend(withdrawalShape, {
    ground: z._default(z.enum(['ordinary', 'cause']), 'ordinary'),
    reason: z._default(z.string().check(z.overwrite(toCleanLines), z.trim(), z.maxLength(REASON_CHARS), withoutLinks), ''),
    /** Empty: as soon as possible. */
    endsOn: z._default(z.union([z.literal(''), z.iso.date()], withMessage(messages.endsOn)), ''),
  })
  .check(
    z.refine(({ ground, reason }) => ground === 'ordinary' || reason !== '', { path: ['reason'], error: withMessage(messages.reason) }),
  );

export const declarationShapes = { withdrawal: withdrawalShape, cancel: cancellationShape } as const;
export type DeclarationKind = keyof typeof declarationShapes;

export type Declaration =
  | ({ readonly kind: 'withdrawal' } & z.output<typeof withdrawalShape>)
  | ({ readonly kind: 'cancel' } & z.output<typeof cancellationShape>);
