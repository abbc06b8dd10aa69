// The forms of a name: brand-kits, brandKits, BrandKits, brand_kits, "brand kits".
import { NewFault } from './draft.ts';

export type Names = {
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  readonly snake: string;
  readonly words: string;
  /** At the start of a sentence. */
  readonly title: string;
};

export function namesOf(kebab: string): Names {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kebab))
    throw new NewFault(`"${kebab}" is no name: use small letters, digits and hyphens, such as brand-kits.`);
  const pascal = kebab.split('-').map(capital).join('');
  const words = kebab.replaceAll('-', ' ');
  return {
    kebab,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: kebab.replaceAll('-', '_'),
    words,
    title: capital(words),
  };
}

/** `MODULE/NAME`. */
export function inModule(given: string): { readonly module: Names; readonly name: Names } {
  const [module = '', name, ...more] = given.split('/');
  if (name === undefined || more.length > 0) throw new NewFault(`"${given}" names no module: write MODULE/NAME, such as coupons/redeem.`);
  return { module: namesOf(module), name: namesOf(name) };
}

export const pluralOf = (singular: string): string =>
  /(s|x|z|ch|sh)$/.test(singular) ? `${singular}es` : /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;

export const singularOf = (plural: string): string =>
  plural
    .replace(/ies$/, 'y')
    .replace(/(s|x|z|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
