// Canned answers: filled in for an operator who chooses one, or for an automation.
import type { Locale } from '#lib/locale.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import type { SupportDeps } from '../deps.ts';
import { type CannedUse, type CannedValues, fillCanned } from '../rules.ts';
import type { Canned } from './shapes.ts';

/** Those of this use, without those that need a value which is missing. */
export const listCanned = <Use extends CannedUse>({ desk }: SupportDeps, use: Use, locale: Locale, values: CannedValues<Use>): Canned => ({
  canned: desk().canned.flatMap(({ id, title, text, for: usedFor = 'tickets' }) => {
    const filled = usedFor === use ? fillCanned(localizeText(text, locale), values) : undefined;
    return filled === undefined ? [] : [{ id, title, text: filled.trim() }];
  }),
});

/** Of every use. */
export const listTemplates = ({ desk }: SupportDeps) => desk().canned.map(({ id, title }) => ({ id, name: title }));

export type TemplateValues = Readonly<Record<string, string | null>>;

/** Undefined if there is none with this id, null if it needs a value that is missing. */
export function fillTemplate({ desk }: SupportDeps, id: string, locale: Locale, values: TemplateValues): string | null | undefined {
  const found = desk().canned.find((each) => each.id === id);
  return found && (fillCanned(localizeText(found.text, locale), values)?.trim() ?? null);
}
