// Texts in the owner's YAML files: needed in the languages of the release that the shop has. Those of its
// other languages are optional.
import * as z from 'zod/mini';
import { builtInLocales, fallbackLocale, isNeeded, noWords } from '../locale.ts';

const filledShape = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));

/**
 * A value for each language of the release; one that the shop does not need has that of the fallback
 * language.
 */
export const createLocalesShape = <S extends z.ZodMiniType>(shape: S) =>
  z.pipe(z.transform(withoutGaps), z.strictObject({ en: shape, es: shape, jp: shape }));

export const ownerWordsShape = createLocalesShape(filledShape);

/** Empty in a language that the file does not have it in. */
export const optionalWordsShape = z.prefault(createLocalesShape(z._default(z.string().check(z.trim()), '')), noWords);

function withoutGaps(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const texts = value as Readonly<Record<string, unknown>>;
  const gaps = builtInLocales.filter((name) => !isNeeded(name) && (texts[name] ?? '') === '');
  return gaps.length === 0 ? value : { ...texts, ...Object.fromEntries(gaps.map((name) => [name, texts[fallbackLocale]])) };
}
