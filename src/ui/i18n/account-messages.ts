// Messages of the account schemas.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const accountWords: Readonly<Record<string, MessageDescriptor>> = {
  'account.firstName': msg`Enter your first name.`,
  'account.lastName': msg`Enter your last name.`,
  'name.link': msg`Enter a name without a web address.`,
  'email:field.required': msg`Enter your email address.`,
  'password:field.required': msg`Enter your password.`,
  'account.passwordShort': msg({ message: 'Use at least {minimum} characters.' }),
  'account.passwordLong': msg({ message: 'Use {maximum} characters or fewer.' }),
  'account.repeated': msg`The passwords don’t match.`,
  'account.agreed': msg`To create an account, agree to the privacy policy.`,
};
