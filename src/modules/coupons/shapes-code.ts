// A coupon's code as it is typed, checked in the browser and on the server.
import * as z from 'zod/mini';
import { oneLine } from '#lib/markdown/plain-text.ts';
import type { Message } from '#lib/user-error.ts';
import { own } from '#lib/zod-message.ts';

const messages = {
  required: /*i18n*/ { id: 'coupon.required', message: 'Enter the code.' },
  unknown: /*i18n*/ { id: 'coupon.unknown', message: 'This code isn’t valid. Check it and try again.' },
} as const satisfies Record<string, Message>;

/** Longest code. */
const CODE_MAX_CHARS = 100;

/** Surrounding spaces and case are ignored. */
export const codeShape = z
  .string(own(messages.required))
  .check(z.overwrite(oneLine), z.trim(), z.minLength(1, own(messages.required)), z.maxLength(CODE_MAX_CHARS, own(messages.unknown)));

/** The form of the cart. */
export const typedCodeShape = z.object({ code: codeShape });
