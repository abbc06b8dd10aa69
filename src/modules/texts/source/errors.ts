// What can be wrong between the parts of the home page, the questions and the menus, as files say it.
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
