// Messages for refused briefs, by kind. Friendly, because most customers do not know that this is forbidden.
import type { Message } from 'fanfare/plugin';
import type { Judgement } from './judge.ts';
import type { PolicyKind } from './kinds.ts';

export const policyMessages = {
  bought: /*i18n*/ {
    id: 'policy.bought',
    message:
      'This seems to ask for bought followers, likes, views or other numbers: “{words}”. We can’t sell that: it breaks the platform’s rules and can cost you the account. Describe the writing or planning you need instead. If we misread you, write to us, and a person will look at it.',
  },
  invented: /*i18n*/ {
    id: 'policy.invented',
    message:
      'This seems to ask for reviews or comments from people who don’t exist: “{words}”. We can’t sell that: it breaks the platform’s rules and can cost you the account. Describe the writing or planning you need instead. If we misread you, write to us, and a person will look at it.',
  },
  appearance: /*i18n*/ {
    id: 'policy.appearance',
    message:
      'This seems to ask for popularity that isn’t real: “{words}”. We can’t sell that: it breaks the platform’s rules and can cost you the account. Describe the writing or planning you need instead. If we misread you, write to us, and a person will look at it.',
  },
  automation: /*i18n*/ {
    id: 'policy.automation',
    message:
      'This seems to ask for a program that follows, likes or messages people: “{words}”. We can’t sell that: it breaks the platform’s rules and can cost you the account. Describe the writing or planning you need instead. If we misread you, write to us, and a person will look at it.',
  },
  accounts: /*i18n*/ {
    id: 'policy.accounts',
    message:
      'This seems to ask for accounts that speak for you but aren’t yours: “{words}”. We can’t sell that: it breaks the platform’s rules and can cost you the account. Describe the writing or planning you need instead. If we misread you, write to us, and a person will look at it.',
  },
  exchange: /*i18n*/ {
    id: 'policy.exchange',
    message:
      'This seems to ask for likes or reviews in exchange for something: “{words}”. We can’t sell that: it breaks the platform’s rules and can cost you the account. Describe the writing or planning you need instead. If we misread you, write to us, and a person will look at it.',
  },
  harm: /*i18n*/ {
    id: 'policy.harm',
    message:
      'This seems to ask for harm to someone else’s page: “{words}”. We can’t sell that: it breaks the platform’s rules and can cost you the account. Describe the writing or planning you need instead. If we misread you, write to us, and a person will look at it.',
  },
  votes: /*i18n*/ {
    id: 'policy.votes',
    message:
      'This seems to ask for votes that nobody cast: “{words}”. We can’t sell that: it breaks the platform’s rules and can cost you the account. Describe the writing or planning you need instead. If we misread you, write to us, and a person will look at it.',
  },
} as const satisfies Record<PolicyKind, Message>;

/** Message of the field with the refused text. */
export const createPolicyMessage = ({ kind, words }: Judgement): Message => ({ ...policyMessages[kind], values: { words } });
