// The format of languages.yaml: the languages of the shop, in the order of its menu.
import * as z from 'zod/mini';
import { isLanguageTag } from '#lib/language-names.ts';
import { isBuiltIn, type Locale } from '#lib/locale.ts';
import { parseYaml } from '#lib/yaml/parse.ts';
import { formatSourceError, isSourceErrors } from '#lib/yaml/source.ts';

const MAX_LANGUAGES = 30;

const name = z.string().check(
  z.refine((tag) => tag !== 'ja', 'is jp here: write jp for Japanese'),
  z.refine((tag) => isBuiltIn(tag) || isLanguageTag(tag), 'must be a language tag, such as fr, ar or pt-BR'),
);
const shape = z.strictObject({ languages: z.array(name).check(z.minLength(1), z.maxLength(MAX_LANGUAGES)) });

export function parseLanguages(text: string): { readonly names: readonly Locale[] } | { readonly errors: readonly string[] } {
  const file = 'shop/languages.yaml';
  const parsed = parseYaml(file, text, shape);
  if (isSourceErrors(parsed)) return { errors: parsed.map(formatSourceError) };
  const { languages } = parsed.value;
  const twice = languages.findIndex((each, index) => languages.indexOf(each) < index);
  if (twice === -1) return { names: languages as Locale[] };
  const line = parsed.findLine(['languages', twice]);
  return { errors: [`${file}:${line}: languages.${twice}: ${languages[twice]} is there twice`] };
}
