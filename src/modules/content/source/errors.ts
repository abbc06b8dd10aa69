// What can be wrong with the brand, the policies, and between the parts of the home page, the questions and
// the menus, as files say it.
import { MAX_LOGO_BYTES } from '#lib/look/look.ts';
import { fileReasons } from '#lib/yaml/reasons.ts';
import type { Reasons } from '#lib/yaml/source.ts';

export const contentReasons = {
  'used-twice': ({ value }) => `"${value}" is used twice`,
  'group-unknown': ({ group }) => `there is no group "${group}"`,
  'link-unknown': ({ target }) => `a link to "${target}", which is no page of the shop`,
  'link-missing': ({ target }) => `a link must lead to ${target}`,
  'home-questions': ({ chosen, wanted }) => `${chosen} carry home: true; the home page shows ${wanted}`,
  'block-twice': ({ kind }) => `there can be one block "${kind}"`,
  'sample-country': () => 'must be two capital letters',
} as const satisfies Reasons;

export type ContentError = keyof typeof contentReasons;

export const logoReasons = {
  'beside-other': ({ other }) => `is there beside ${other}: keep one of them`,
  'dark-alone': () => 'is for dark pages: add the logo itself',
  'too-large': () => `is larger than ${MAX_LOGO_BYTES / 1024} kB`,
  'too-complex': () => 'is too complex to draw. Simplify it',
  'has-text': () => 'contains text. Convert it to outlines and save it again',
  'has-picture': () => 'contains an embedded picture. Use a PNG, or shapes only',
  'no-svg': () => 'is not a valid SVG',
  'no-png': () => 'is not a valid PNG',
  empty: () => 'shows nothing',
  'too-many-pixels': ({ most }) => `is larger than ${most} × ${most} pixels`,
  'too-few-pixels': ({ least }) => `is smaller than ${least} pixels`,
  'too-wide': ({ most }) => `is more than ${most} times as wide as high`,
  'too-narrow': () => 'is too narrow: its height may be at most 2.5 times its width',
} as const satisfies Reasons;

export const policyReasons = {
  ...fileReasons,
  'head-missing': () => 'must begin with a line "---", its title, description, updated and version, and a line "---"',
  'language-missing': () => 'is missing: every policy is needed in every language',
  'no-policy': () => 'is no policy of the shop',
  differs: ({ key, language, value }) => `its ${key} must be that of ${language}, ${value}`,
  'value-unknown': ({ value, known }) => `${value} is not known here; known are ${known}`,
  'brace-alone': () => 'a brace that belongs to no {placeholder}',
  'no-section': () => 'has no section: each begins with "## "',
  'kind-unused': ({ kind, text }) => `policies do not use ${kind} ("${text}")`,
  'heading-level': () => 'a heading is "## " or "### "; the title stands at the top of the file',
  'link-wrong': ({ target }) => `a link to "${target}", which is no page of the shop and no https address`,
} as const satisfies Reasons;

export type LogoErrorCode = keyof typeof logoReasons;
export type PolicyErrorCode = keyof typeof policyReasons;
