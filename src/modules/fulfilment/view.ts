// Turns a delivery into its response, and knows how many revisions an offer includes.
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { PieceContext } from '#modules/orders/pieces/queries-work.ts';
import type { PieceForWork } from './desk/shapes.ts';
import type { DeliveryRow, FileRow, RevisionRow } from './queries.ts';
import type { DeliveryView } from './shapes.ts';
import { describeLink } from './shapes-links.ts';

export function viewDelivery(
  row: DeliveryRow,
  { position }: { readonly position: number },
  files: readonly FileRow[],
  revisions: readonly RevisionRow[],
): DeliveryView {
  const revision = revisions.find(({ deliveryId }) => deliveryId === row.id);
  return {
    id: row.id,
    pieceId: row.pieceId,
    orderId: row.orderId,
    piece: position + 1,
    version: row.version,
    deliveredAt: row.deliveredAt.toISOString(),
    text: row.text,
    report: row.report,
    passport: row.passport,
    howMade: row.howMade,
    files: files.filter(({ deliveryId }) => deliveryId === row.id).map(viewFile),
    links: row.links.map(describeLink),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    acceptedBy: row.acceptedBy,
    revision: revision
      ? {
          askedAt: revision.requestedAt.toISOString(),
          note: revision.note,
          marks: [...revision.marks],
          pins: [...revision.pins],
          timeMarks: [...revision.timeMarks],
        }
      : null,
  };
}

export const viewSubmission = ({ submission }: Pick<PieceContext['piece'], 'submission'>): PieceForWork['submission'] =>
  submission && {
    by: submission.by,
    at: submission.at,
    links: [...submission.links],
    howMade: submission.howMade,
    why: submission.why ?? null,
  };

const viewFile = ({ id, name, bytes, entries }: FileRow): DeliveryView['files'][number] => ({
  id,
  name,
  bytes,
  ...(entries ? { entries: [...entries] } : {}),
});

/** A second person approves deliveries of this service. */
export const needsApproval = (catalogue: CatalogueModule, serviceType: number): boolean =>
  catalogue.current().services.find(({ type }) => type === serviceType)?.production.approval ?? false;

/** For offers that are no longer in the catalogue. */
const DEFAULT_REVISIONS = 2;

/** Revisions of the offer, or else of its service. Without revisions there is nothing to accept either. */
export function getIncluded(
  catalogue: CatalogueModule,
  { offerId, serviceType }: Pick<PieceContext['piece'], 'offerId' | 'serviceType'>,
): number {
  const { offers, services } = catalogue.current();
  const own = offers.find(({ id }) => id === offerId)?.revisions;
  return own ?? services.find(({ type }) => type === serviceType)?.revisions ?? DEFAULT_REVISIONS;
}
