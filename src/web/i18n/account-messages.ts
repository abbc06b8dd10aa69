// The sentences of the accounts' shapes, as the server says them, and how a refusal is told where the form has no field for it.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ApiError } from '../../ui/api-error.ts';

export const accountWords: Readonly<Record<string, MessageDescriptor>> = {
  'account.firstName': msg`Enter your first name.`,
  'account.lastName': msg`Enter your last name.`,
  'name.link': msg`Enter a name without a web address.`,
  'account.passwordShort': msg({ message: 'Use at least {minimum} characters.' }),
  'account.passwordLong': msg({ message: 'Use {maximum} characters or fewer.' }),
  'account.repeated': msg`The two passwords are not the same.`,
  'account.agreed': msg`To open an account, agree to the privacy policy.`,
};

/** What is wrong with the link of a mail is wrong with the whole. */
export function throwLinkError(cause: unknown): never {
  const [told] = cause instanceof ApiError ? (cause.errors.code ?? []) : [];
  throw told === undefined || !(cause instanceof ApiError) ? cause : new ApiError(cause.status, told);
}
