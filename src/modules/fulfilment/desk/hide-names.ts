// Hides who the customer is from roles that must not know it: in texts, too. Pure.
import type { Viewer } from '#lib/people/operator.ts';

/** What a customer is called in a text whose reader must not know the name. */
const CUSTOMER = '[customer]';

const EMAIL = String.raw`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}`;

type PersonNames = { readonly firstName: string; readonly lastName: string };

/**
 * What a viewer reads of a value. For one who must not know the customer, every text in it is without the
 * customer's names and without email addresses. A name is a whole word, except in scripts that put no space
 * between words.
 */
export function hideNamesFrom(viewer: Viewer | undefined, { firstName, lastName }: PersonNames): <T>(value: T) => T {
  if (!viewer || viewer.seesNames) return (value) => value;
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, `${lastName}${firstName}`, firstName, lastName];
  const words = names.filter((name) => name.trim().length > 1).map(toPattern);
  const pattern = new RegExp([EMAIL, ...words].join('|'), 'giu');
  return (value) => replaceIn(value, pattern);
}

function toPattern(name: string): string {
  const escaped = name.trim().replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)
    ? escaped
    : String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`;
}

function replaceIn<T>(value: T, pattern: RegExp): T {
  if (typeof value === 'string') return value.replaceAll(pattern, CUSTOMER) as T;
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, pattern)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceIn(item, pattern)])) as T;
}
