// The customer's own text with its report in the reader's language. Offsets refer to that text.
import type { Locale } from '#lib/locale.ts';
import type { PieceContext } from '#modules/orders/pieces/queries-work.ts';
import { getBriefAnswers } from '../brief.ts';
import type { DeliveryRow } from '../queries.ts';
import { describeReport } from '../report/words.ts';
import { PROGRAM } from '../rules.ts';
import type { CheckedText } from '../shapes.ts';
import { checkReportShape, getReportedText } from '../shapes-report.ts';

/** Null unless a program checked the customer's own text. */
export function getCheckedText(work: PieceContext, { byId, report: storedReport }: DeliveryRow, locale: Locale): CheckedText | null {
  if (byId !== PROGRAM || !work.piece.isInstant) return null;
  const report = checkReportShape.safeParse(storedReport).data;
  const typed = getBriefAnswers(work).text;
  if (!report || typeof typed !== 'string') return null;
  const text = getReportedText(typed);
  const words = describeReport(report, text, locale);
  return {
    text,
    language: report.language,
    numbers: [...words.numbers],
    notes: [...words.notes],
    checks: report.checks.map(({ name, state, findings }, place) => {
      const { title = name, state: stateText = state, sentence = '', more = '', findings: findingTexts = [] } = words.checks[place] ?? {};
      return {
        name,
        state,
        title,
        stateText,
        sentence,
        more,
        findings: findings.flatMap(({ from, to, suggestions: replacements }, index) => {
          const { quoted = '', what = '', suggestions = '' } = findingTexts[index] ?? {};
          return 0 <= from && from < to && to <= text.length ? [{ from, to, quoted, what, suggestions, replacements }] : [];
        }),
      };
    }),
  };
}
