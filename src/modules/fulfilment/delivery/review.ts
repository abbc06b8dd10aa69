// Reviews a draft before delivery, outside any transaction: and checks the text if needed. Files were
// inspected when they were added.
import { type Message, UserError } from '#lib/user-error.ts';
import { sortRows } from '#modules/catalogue/rules.ts';
import { findWork } from '#modules/orders/pieces/queries-work.ts';
import type { FulfilmentDeps } from '../deps.ts';
import { checkDraft } from '../desk/drafts.ts';
import { isFilesOnly } from '../files/inspect-file.ts';
import { checkOfKind } from '../kind-check.ts';
import * as queries from '../queries.ts';
import type { StoredReport } from '../shapes.ts';
import { checkReportShape, type KindCheck } from '../shapes-report.ts';
import { listConcerns } from './delivery-checks.ts';

/** Valid for this version with these files only. */
export type DraftReview = {
  readonly version: number;
  readonly fileIds: readonly string[];
  readonly concerns: readonly Message[];
  readonly ofKind: KindCheck | undefined;
};

export async function reviewDraft(deps: FulfilmentDeps, pieceId: string): Promise<DraftReview> {
  const { orm } = deps.ctx.db;
  const work = await findWork(orm, pieceId);
  if (!work) throw new UserError(404);
  const [draft, all] = await Promise.all([queries.findDraft(orm, pieceId), queries.listPieceFiles(orm, [pieceId])]);
  const files = all.filter(({ deliveryId }) => deliveryId === null);
  const checked = draft?.text.trim() ? await checkOnce(deps, draft) : { report: null, unchecked: undefined };
  const ordered = sortRows(deps.catalogue.current(), work.piece);
  const { checks } = deps.catalogue.getKind(work.piece.serviceType);
  const ofKind = await checkOfKind(deps, work, draft?.text ?? '');
  const concerns = listConcerns({
    ordered,
    text: draft?.text ?? '',
    files,
    checks,
    isFilesOnly: isFilesOnly(deps, work.piece.serviceType),
    ofKind,
    ...checked,
  });
  return { version: draft?.version ?? 0, fileIds: files.map(({ id }) => id), concerns, ofKind };
}

type ReviewedReport = { readonly report: ReturnType<typeof parseReport>; readonly unchecked: string | undefined };
const parseReport = (report: StoredReport | null) => checkReportShape.safeParse(report).data ?? null;

async function checkOnce(deps: FulfilmentDeps, draft: queries.DraftRow): Promise<ReviewedReport> {
  if (draft.report && draft.reportVersion === draft.version) return { report: parseReport(draft.report), unchecked: undefined };
  if (!deps.makers?.check) return { report: null, unchecked: undefined };
  try {
    return { report: parseReport(await checkDraft(deps, draft.pieceId)), unchecked: undefined };
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause;
    return { report: null, unchecked: String(cause.errors['']?.[0]?.values?.why ?? cause.message) };
  }
}
