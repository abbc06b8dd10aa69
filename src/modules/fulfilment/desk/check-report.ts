// The report of a draft for the desk: each check with its state.

import { findWork } from '#modules/orders/pieces/queries-work.ts';
import type { FulfilmentDeps } from '../deps.ts';
import { checkOfKind } from '../kind-check.ts';
import * as queries from '../queries.ts';
import { describeKindCheck, describeReport } from '../report/words.ts';
import { checkReportShape } from '../shapes-report.ts';
import { checkDraft } from './drafts.ts';

export async function checkInWords(deps: FulfilmentDeps, pieceId: string) {
  const { orm } = deps.ctx.db;
  const report = checkReportShape.parse(await checkDraft(deps, pieceId));
  const [work, draft] = await Promise.all([findWork(orm, pieceId), queries.findDraft(orm, pieceId)]);
  const ofKind = work && (await checkOfKind(deps, work, draft?.text ?? ''));
  const { numbers, checks, notes } = describeReport(report, draft?.text ?? '', 'en');
  return {
    numbers: [...numbers],
    checks: [
      ...(ofKind ? [describeKindCheck(ofKind)] : []),
      ...checks.map((words, place) => ({
        ...words,
        name: report.checks[place]?.name ?? words.title,
        shownState: report.checks[place]?.state ?? ('skipped' as const),
      })),
    ].map(({ shownState, state: stateText, findings, ...words }) => ({ ...words, state: shownState, stateText, findings: [...findings] })),
    notes: [...notes],
  };
}
