// The report of a draft for the desk: each check with its state.
import { wordsOfReport } from '../checks/report-words.ts';
import type { FulfilmentDeps } from '../deps.ts';
import * as queries from '../queries.ts';
import { checkReportShape } from '../shapes-report.ts';
import { checkDraft } from './drafts.ts';

export async function checkInWords(deps: FulfilmentDeps, pieceId: string) {
  const report = checkReportShape.parse(await checkDraft(deps, pieceId));
  const draft = await queries.findDraft(deps.ctx.db.orm, pieceId);
  const { numbers, checks, notes } = wordsOfReport(report, draft?.text ?? '', 'en');
  return {
    numbers: [...numbers],
    checks: checks.map(({ state: stateText, title, sentence, findings, more }, place) => ({
      name: report.checks[place]?.name ?? title,
      state: report.checks[place]?.state ?? 'skipped',
      title,
      stateText,
      sentence,
      more,
      findings: [...findings],
    })),
    notes: [...notes],
  };
}
