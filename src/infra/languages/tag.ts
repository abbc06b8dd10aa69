// Names of languages that a release does not have, in the names of files and in languages.yaml.

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const form = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/;

/** A language that has a name, in its canonical spelling: fr, pt-BR, zh-Hant. */
export const isLanguageTag = (tag: string): boolean =>
  form.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag && names.of(tag) !== undefined;
