// What the kind of the service finds in a draft and its files. It reads them outside of any transaction.

import type { KindDelivery } from '#modules/catalogue/kinds/shapes.ts';
import { sortRows } from '#modules/catalogue/rules.ts';
import type { PieceContext } from '#modules/orders/pieces/queries-work.ts';
import { toKindBrief } from '#modules/orders/rules.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Store } from '#platform/files/store.ts';
import { getBriefAnswers, toTextLanguage } from './brief.ts';
import type { FulfilmentDeps } from './deps.ts';
import * as queries from './queries.ts';
import type { KindCheck } from './shapes-report.ts';

/** More than a text with its tables has. Larger files are named only. */
const READ_BYTES = 20 * 1024 * 1024;

/** Undefined if the kind has no check of its own, or if there is nothing to check. */
export async function checkOfKind(deps: FulfilmentDeps, work: PieceContext, text: string): Promise<KindCheck | undefined> {
  const kind = deps.catalogue.getKind(work.piece.serviceType);
  if (!kind.checksDeliveries) return undefined;
  const files = await exportFiles(deps.store, deps.ctx.db.orm, work.piece.id);
  if (text.trim() === '' && files.length === 0) return undefined;
  const current = deps.catalogue.current();
  const { offerId, quantity, serviceType, language } = work.piece;
  const platform = current.platforms.find((each) => each.platform === (work.piece.platform ?? work.order.platform))?.key ?? null;
  const fields = current.services.find(({ type }) => type === serviceType)?.fields ?? [];
  const brief = toKindBrief({ offer: { id: offerId, fields }, quantity, answers: getBriefAnswers(work) }, platform);
  const ordered = sortRows(current, work.piece);
  const delivery: KindDelivery = { brief, ordered, language: toTextLanguage(language), text, files };
  const { findings, failed } = await kind.checkDelivery(delivery, work.order.accountId);
  return { label: kind.label, findings: [...findings], ...(failed === undefined ? {} : { failed }) };
}

/** The files of the next delivery. */
async function exportFiles(store: Store, orm: DbClient, pieceId: string): Promise<KindDelivery['files']> {
  const rows = (await queries.listPieceFiles(orm, [pieceId])).filter(({ deliveryId }) => deliveryId === null);
  const files: KindDelivery['files'][number][] = [];
  let room = READ_BYTES;
  for (const { id, contentId, name, bytes: size } of rows) {
    const stream = size <= room ? await store.read(contentId ?? id) : undefined;
    const chunks: Buffer[] = [];
    if (stream) for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    if (stream) room -= size;
    files.push({ name, size, ...(stream ? { bytes: Uint8Array.from(Buffer.concat(chunks)) } : {}) });
  }
  return files;
}
