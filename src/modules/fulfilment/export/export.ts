// Exports a delivery as Markdown, DOCX, PDF, or a ZIP archive with files and passport.
import { Readable } from 'node:stream';
import { takePoints } from '../../../infra/limits/limits.ts';
import { threadAt } from '../../../infra/paths.ts';
import { createRenderWorker } from '../../../infra/threads/render-worker.ts';
import { locales } from '../../../lib/locale.ts';
import { UserError } from '../../../lib/user-error.ts';
import { findWork } from '../../orders/actions.ts';
import type { FileContent } from '../brief.ts';
import { readDelivery } from '../customer/customer.ts';
import type { FulfilmentDeps } from '../deps.ts';
import type { DeliveryView, TakeAwayKind } from '../shapes.ts';
import type { ArchiveEntry } from './archive.ts';
import type { ExportDocument } from './sheet.ts';

type ExportRequest = { readonly id: string; readonly as: TakeAwayKind };

/** Has a render worker of its own. */
export function openTakeAway(deps: FulfilmentDeps) {
  const press = createRenderWorker<ExportDocument>(threadAt('src/modules/fulfilment/export/thread.ts'), deps.ctx);

  async function documentOf(delivery: DeliveryView, as: 'pdf' | 'docx'): Promise<Buffer> {
    const work = await findWork(deps.ctx.db.orm, delivery.pieceId);
    const { order, piece, version } = delivery.passport;
    const foot = `${order} · ${piece} · v${version}`;
    const lang = work?.piece.language ?? locales[work?.purchase.locale ?? 'en'].html;
    const { readMarkdown, wordsOfRuns } = await import('../../../lib/markdown/markdown.ts');
    const blocks = readMarkdown(delivery.text);
    const heading = blocks.find((block) => block.kind === 'heading');
    const title = (heading?.kind === 'heading' ? wordsOfRuns(heading.runs).trim() : '') || foot;
    return press.print({ as, title, author: deps.shopName(), lang, foot, deliveredAt: delivery.deliveredAt, blocks }, foot);
  }

  async function partsOf(delivery: DeliveryView, name: string): Promise<ArchiveEntry[]> {
    const at = new Date(delivery.deliveredAt);
    const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
    const [docx, pdf] = await Promise.all([documentOf(delivery, 'docx'), documentOf(delivery, 'pdf')]);
    const made: ArchiveEntry[] = [
      { name: `${name}.md`, at, content: Buffer.from(delivery.text) },
      { name: `${name}.docx`, at, content: docx },
      { name: `${name}.pdf`, at, content: pdf },
      { name: 'passport.json', at, content: json(delivery.passport) },
      ...(delivery.report ? [{ name: 'report.json', at, content: json(delivery.report) }] : []),
    ];
    const { safeFileNames } = await import('./archive.ts');
    const names = safeFileNames(delivery.files.map((file) => file.name));
    return [
      ...made,
      ...delivery.files.map(({ id }, index) => ({ name: `files/${names[index] ?? id}`, at, content: () => bytesOf(deps, id) })),
    ];
  }

  const makers: Readonly<Record<TakeAwayKind, (delivery: DeliveryView, name: string) => Promise<Buffer | Readable>>> = {
    md: async ({ text }) => Buffer.from(text),
    docx: (delivery) => documentOf(delivery, 'docx'),
    pdf: (delivery) => documentOf(delivery, 'pdf'),
    zip: async (delivery, name) => (await import('./archive.ts')).archiveOf(await partsOf(delivery, name)),
  };

  return {
    async take(accountId: string, { id, as }: ExportRequest): Promise<FileContent> {
      await takePoints(deps.ctx, [{ limit: 'take-away.account', of: accountId }]);
      const delivery = await readDelivery(deps, accountId, id, 'en');
      const { order, piece, version } = delivery.passport;
      const name = `${order}-${piece}-v${version}`;
      const made = await makers[as](delivery, name);
      const stream = made instanceof Readable ? made : Readable.from([made]);
      return { name: `${name}.${as}`, bytes: made instanceof Readable ? undefined : made.length, stream };
    },
    stop: press.stop,
  };
}

async function bytesOf({ store }: FulfilmentDeps, id: string): Promise<AsyncIterable<Buffer>> {
  const stream = await store.read(id);
  if (!stream) throw new UserError(404);
  return stream;
}
