// A delivery to take along: as Markdown, as a document, as a PDF, or all of it in one archive with its files and its passport.
import { Readable } from 'node:stream';
import { takePoints } from '../../../infra/limits.ts';
import type { FileContent } from '../brief.ts';
import { readDelivery } from '../customer.ts';
import type { Inside } from '../inside.ts';
import type { TakeAwayKind } from '../shapes.ts';

export async function takeAway(
  inside: Inside,
  accountId: string,
  { id, as }: { readonly id: string; readonly as: TakeAwayKind },
): Promise<FileContent> {
  await takePoints(inside.ground, [{ limit: 'take-away.account', of: accountId }]);
  const delivery = await readDelivery(inside, accountId, id);
  const { order, piece, version } = delivery.passport;
  const content = Buffer.from(delivery.text, 'utf8');
  return { name: `${order}-${piece}-v${version}.${as}`, bytes: content.length, stream: Readable.from([content]) };
}
