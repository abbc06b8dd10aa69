// Keys of the catalogue, made from the names that people read. Pure.

const MAX_CHARS = 40;

/** Latin letters and digits, without accents, from the first letter on: a key begins with one. */
const splitName = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_CHARS)
    .match(/[a-z0-9]+/g) ?? [];

/** "Logo design" is "logo-design". A name without Latin letters gives none. */
export const makeHyphenatedKey = (name: string): string => splitName(name).join('-');

/** "Episode title" is "episodeTitle". */
export const makeJoinedKey = (name: string): string =>
  splitName(name)
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');
