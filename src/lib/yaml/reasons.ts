// Why an owner's file or its Markdown cannot be read, as files say it.
import type { Reasons } from './source.ts';

export const fileReasons = {
  'too-long': ({ most }) => `is too long: a file may have ${most} characters`,
  'too-many-entries': ({ most }) => `has too many entries: a file may have ${most} keys and items`,
  'too-deep': ({ most }) => `is nested deeper than ${most} levels`,
  'paragraph-too-long': ({ most }) => `has a paragraph of more than ${most} characters: an empty line divides it`,
  alias: ({ alias }) => `${alias} refers to another place: write out what is meant`,
  'key-twice': ({ key }) => `the key ${key} is there twice`,
  // As the library says it.
  syntax: ({ detail }) => String(detail),
} as const satisfies Reasons;

/** `at`: an offset in the text. */
export type OverLimit = {
  readonly at: number;
  readonly code: keyof typeof fileReasons;
  readonly values: Readonly<Record<string, string | number>>;
};
