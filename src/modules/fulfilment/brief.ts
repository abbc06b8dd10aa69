// The brief of a piece for its maker, with the files it names.
import type { Readable } from 'node:stream';
import type { Viewer } from '#lib/people/operator.ts';
import { UserError } from '#lib/user-error.ts';
import { builtInChecks } from '#modules/catalogue/kinds/shapes.ts';
import { type Catalogue, sortRows } from '#modules/catalogue/rules.ts';
import { type BriefedFile, listBriefFiles } from '#modules/files/queries.ts';
import { listFileIds } from '#modules/files/rules.ts';
import { findWork, type PieceContext } from '#modules/orders/pieces/queries-work.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { SavedFile } from '#platform/http/bytes.ts';
import type { FulfilmentDeps } from './deps.ts';
import { hideNamesFrom } from './desk/hide-names.ts';
import type { BriefPlatform, MakerBrief } from './maker.ts';
import { listPieceMessages, listTextsForComparison, type MessageRow } from './queries.ts';

/** The only piece of an ordinary order uses the order's brief. */
export const getBriefAnswers = ({ piece, order }: Pick<PieceContext, 'piece' | 'order'>): Answers => piece.brief ?? order.answers;

const textLanguages = ['en', 'es', 'ja'] as const;
export const toTextLanguage = (language: string | null) => textLanguages.find((each) => each === language) ?? 'en';

/** The brief in the form that programs take. */
export async function createProgramBrief(
  { ctx, catalogue }: Pick<FulfilmentDeps, 'ctx' | 'catalogue'>,
  work: PieceContext,
): Promise<MakerBrief> {
  const current = catalogue.current();
  const { id: pieceId, offerId, serviceType, quantity, platform, language, dueAt } = work.piece;
  const { checks } = catalogue.getKind(serviceType);
  return {
    pieceId,
    offerId,
    quantity,
    ordered: sortRows(current, work.piece),
    ...(work.order.addOns.length > 0 ? { addOns: work.order.addOns.map(({ id, quantity }) => ({ id, quantity })) } : {}),
    instructions: current.services.find(({ type }) => type === serviceType)?.production.instructions,
    platform: findPlatform(current, platform ?? work.order.platform),
    locale: work.purchase.locale,
    language: toTextLanguage(language),
    answers: getBriefAnswers(work),
    dueAt: (dueAt ?? work.order.createdAt).toISOString(),
    madeAt: ctx.clock.now().toISOString(),
    ...(checks.length < builtInChecks.length ? { checks } : {}),
    others: await listTextsForComparison(ctx.db.orm, serviceType, work.order.accountId),
  };
}

function findPlatform({ platforms }: Catalogue, number: number | null): BriefPlatform | null {
  const found = platforms.find(({ platform }) => platform === number);
  return found ? { key: found.key ?? String(number), name: found.name, ...found.posts } : null;
}

/** The customer's files named in the brief. */
export const listPieceBriefFiles = (queries: DbClient, work: PieceContext): Promise<BriefedFile[]> =>
  listBriefFiles(queries, work.order.accountId, listFileIds([getBriefAnswers(work)]));

/** The customer's files that came with messages. */
export const listMessageFiles = (
  queries: DbClient,
  accountId: string,
  messages: readonly Pick<MessageRow, 'files'>[],
): Promise<BriefedFile[]> =>
  listBriefFiles(
    queries,
    accountId,
    messages.flatMap(({ files }) => files),
  );

/** Reads one of these files; 404 if neither the brief nor a message has it. */
export async function readBriefFile(
  { ctx, store }: FulfilmentDeps,
  pieceId: string,
  fileId: string,
  viewer?: Viewer,
): Promise<SavedFile & { readonly stream: Readable }> {
  const work = await findWork(ctx.db.orm, pieceId);
  if (!work) throw new UserError(404);
  const messages = await listPieceMessages(ctx.db.orm, pieceId);
  const ids = [...listFileIds([getBriefAnswers(work)]), ...messages.flatMap(({ files }) => files)];
  const [file] = ids.includes(fileId) ? await listBriefFiles(ctx.db.orm, work.order.accountId, [fileId]) : [];
  const stream = file && (await store.read(fileId));
  if (!stream) throw new UserError(404);
  return { name: hideNamesFrom(viewer, work.purchase.billing)(file.name), bytes: file.bytes, stream };
}
