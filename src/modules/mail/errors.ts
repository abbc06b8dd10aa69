// What can be wrong with the text of a mail, as files say it.
import { fileReasons } from '#lib/yaml/reasons.ts';
import type { Reasons } from '#lib/yaml/source.ts';

export const mailReasons = {
  ...fileReasons,
  'head-missing': () => 'must begin with a line "---", its "subject: …", and a line "---"',
  'language-missing': () => 'is missing: every mail is needed in every language',
  'no-mail': () => 'is no mail of the shop',
  'value-unknown': ({ name, known }) => `{${name}} is not known here; known are ${known}`,
  'value-missing': ({ name }) => `the text must use {${name}}`,
  'brace-alone': () => 'a brace that belongs to no {value}',
  'kind-unused': ({ kind, text }) => `mails do not use ${kind} ("${text}")`,
  'link-wrong': ({ target }) => `a link must lead to an https address or a {value} ("${target}" is neither)`,
} as const satisfies Reasons;
