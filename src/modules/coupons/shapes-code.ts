// A coupon's code as it is typed, checked in the browser and on the server.
import * as z from 'zod/mini';
import { toOneLine } from '#lib/markdown/plain-text.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';

const messages = {
  required: /*i18n*/ { id: 'coupon.required', message: 'Enter the code.' },
  unknown: /*i18n*/ { id: 'coupon.unknown', message: 'This code isn’t valid. Check it and try again.' },
} as const satisfies Record<string, Message>;

/** Longest code. */
const CODE_MAX_CHARS = 100;

/** Surrounding spaces and case are ignored. */
export const codeShape = z
  .string(withMessage(messages.required))
  .check(
    z.overwrite(toOneLine),
    z.trim(),
    z.minLength(1, withMessage(messages.required)),
    z.maxLength(CODE_MAX_CHARS, withMessage(messages.unknown)),
  );

/** The form of the cart. */
export const typedCodeShape = z.object({ code: codeShape });
