// Translates errors of a brief. The rules and their names are the server's.
import { msg } from '@lingui/core/macro';
import type { RuleWords } from '../../../ui/forms/form-messages.ts';

export const briefWords: RuleWords = {
  'brief.unknown': msg`This question is not asked any more. Please leave it out.`,
  'brief.yes': msg`We can only begin when you have confirmed this.`,
  'brief.url': msg`Enter a whole address that begins with https://.`,
  'brief.host': msg({ message: 'This is not an address on {platform}.' }),
  'brief.twice': msg`Each only once, please.`,
  'brief.fileGone': msg`This file is not with us. Wait until it has arrived, or add it again.`,
  'brief.platform': msg`Choose the platform that it is for.`,
  'field.whole': msg`This must be a whole number.`,
  'field.least': msg({ message: 'This must be {minimum} or more.' }),
  'field.most': msg({ message: 'This must be {maximum} or less.' }),
  'field.leastItems': msg({ message: 'Give at least {minimum}.' }),
  'field.mostItems': msg({ message: 'Give at most {maximum}.' }),
};
