// Checks a text against its order: length, language, required and forbidden phrases.
import { type Check, countWords, type Ordered, type TextLanguage } from 'fanfare/plugin';
import { createCheck, createFinding, toCheckMessage } from './check.ts';
import { type Folded, findPlaces } from './folded.ts';
import { detectLanguage } from './language.ts';
import type { Token } from './text.ts';

/** Too short is wrong; longer is fine up to a point, because titles, sources and a summary may be added. */
const lengths = { least: 0.95, most: 1.6 };

export function checkLength(text: string, ordered: Ordered | undefined): Check {
  const words = countWords(text);
  if (words === 0) return createCheck('length', 'wrong', toCheckMessage('length.empty'));
  if (ordered?.of !== 'words') return createCheck('length', 'fine', toCheckMessage('length.counted', { words }));
  const values = { words, ordered: ordered.count };
  if (words < ordered.count * lengths.least) return createCheck('length', 'wrong', toCheckMessage('length.short', values));
  if (words > ordered.count * lengths.most) return createCheck('length', 'look', toCheckMessage('length.long', values));
  return createCheck('length', 'fine', toCheckMessage('length.fine', values));
}

export function checkLanguage(expected: TextLanguage, tokens: readonly Token[]): Check {
  const detected = detectLanguage(tokens);
  if (detected === undefined) return createCheck('language', 'skipped', toCheckMessage('language.unsure'));
  return detected === expected
    ? createCheck('language', 'fine', toCheckMessage('language.fine', { wanted: expected }))
    : createCheck('language', 'wrong', toCheckMessage('language.other', { wanted: expected, told: detected }));
}

export function mustInclude(phrases: readonly string[], folded: Folded): Check {
  const requiredPhrases = phrases.filter((phrase) => phrase.trim() !== '');
  if (requiredPhrases.length === 0) return createCheck('mustInclude', 'skipped', toCheckMessage('mustInclude.none'));
  const missing = requiredPhrases.filter((phrase) => findPlaces(phrase, folded, 1).length === 0);
  return missing.length === 0
    ? createCheck('mustInclude', 'fine', toCheckMessage('mustInclude.fine', { count: requiredPhrases.length }))
    : createCheck('mustInclude', 'wrong', toCheckMessage('mustInclude.missing', { count: missing.length, phrases: missing.join(' · ') }));
}

export function mustAvoid(phrases: readonly string[], folded: Folded): Check {
  const unwanted = phrases.filter((phrase) => phrase.trim() !== '');
  if (unwanted.length === 0) return createCheck('mustAvoid', 'skipped', toCheckMessage('mustAvoid.none'));
  const found = unwanted.flatMap((phrase) => findPlaces(phrase, folded).map((place) => createFinding(place, 'avoided', { text: phrase })));
  return found.length === 0
    ? createCheck('mustAvoid', 'fine', toCheckMessage('mustAvoid.fine', { count: unwanted.length }))
    : createCheck('mustAvoid', 'wrong', toCheckMessage('mustAvoid.found', { count: found.length }), found);
}
