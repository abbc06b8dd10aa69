// The kind of a service that names none: texts, pictures and films for a brand. The policy gate reads its
// briefs, and all checks of the shop read its deliveries.

import { localeNames } from '#lib/locale.ts';
import type { Message } from '#lib/user-error.ts';
import { translate } from '#platform/i18n.ts';
import { deliverables } from '../shapes.ts';
import { builtInChecks, type Judgement, type KindBrief, type KindMessage, type RuleFinding, type ServiceKind } from './shapes.ts';

/** Undefined: allowed. */
export type JudgeText = (text: string, platform: string | null) => Promise<Judgement | undefined>;

export const createContentKind = (judgeText: JudgeText) =>
  ({
    label: 'Content',
    checks: builtInChecks,
    delivers: deliverables,
    async checkBrief(brief) {
      const found: RuleFinding[] = [];
      for (const { name, text } of listRequests(brief)) {
        const judgement = await judgeText(text, brief.platform);
        if (!judgement) continue;
        const { outcome, message, quote, rule } = judgement;
        found.push({ field: name, outcome, message: 'en' in message ? message : translateToAll(message), quote, rule });
      }
      return found;
    },
  }) satisfies ServiceKind;

/** The free-text requests of a brief, by answer name. */
export function listRequests({
  questions,
  answers,
}: Pick<KindBrief, 'questions' | 'answers'>): { readonly name: string; readonly text: string }[] {
  return questions.flatMap(({ name, kind, isReference }) => {
    if (isReference || (kind !== 'text' && kind !== 'longText' && kind !== 'texts')) return [];
    const answer = answers[name];
    // Each of several texts is a sentence of its own.
    return answer === undefined ? [] : [{ name, text: Array.isArray(answer) ? answer.join('\n') : String(answer) }];
  });
}

const translateToAll = (message: Message): KindMessage => ({
  en: translate(message, 'en'),
  ...Object.fromEntries(localeNames.map((locale) => [locale, translate(message, locale)])),
});
