// Exports a delivery as Markdown, DOCX, PDF, or a ZIP archive with files and passport.
import { Readable } from 'node:stream';
import { type Correction, splitCorrections } from '#lib/corrections.ts';
import { builtInLocales, getLanguage } from '#lib/locale.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findWork } from '#modules/orders/pieces/queries-work.ts';
import type { SavedFile } from '#platform/http/bytes.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { getThreadUrl } from '#platform/paths.ts';
import { createRenderWorker } from '#platform/threads/render-worker.ts';
import { readDelivery } from '../customer/customer.ts';
import { closeWithHowMade } from '../delivery/how-made.ts';
import type { FulfilmentDeps } from '../deps.ts';
import { findDeliveryFile } from '../queries.ts';
import type { CheckedText, DeliveryView, TakeAwayKind } from '../shapes.ts';
import type { ArchiveEntry } from './archive.ts';
import type { ExportDocument, ExportTask } from './sheet.ts';

const messages = {
  format: /*i18n*/ { id: 'field.choice', message: 'Choose one of the options.' },
  open: /*i18n*/ { id: 'handOver.open', message: 'Accept the delivery first. Then all its files are here as one ZIP.' },
} as const satisfies Record<string, Message>;

type ExportRequest = { readonly id: string; readonly as: string };
type ExportMade = Buffer | Readable;

/** Has a render worker of its own. */
export function openTakeAway(deps: FulfilmentDeps) {
  const press = createRenderWorker<ExportTask>(getThreadUrl('src/modules/fulfilment/export/thread.ts'), deps.ctx);

  async function readContent(delivery: DeliveryView) {
    const work = await findWork(deps.ctx.db.orm, delivery.pieceId);
    const { order, piece, version } = delivery.passport;
    const foot = `${order} · ${piece} · v${version}`;
    const lang = work?.piece.language ?? getLanguage(work?.purchase.locale ?? 'en').html;
    return { foot, lang, howMade: describeMakingFor(delivery, lang) };
  }

  async function toMarkdown(delivery: DeliveryView): Promise<Buffer> {
    const { howMade } = await readContent(delivery);
    const text = writeText(delivery);
    return Buffer.from(howMade ? `${text}\n\n---\n\n*${howMade.line}*\n` : text);
  }

  async function renderDocument(delivery: DeliveryView, as: ExportTask['as']): Promise<Buffer> {
    const content = await readContent(delivery);
    const sheet = { author: deps.shop.brand.name, deliveredAt: delivery.deliveredAt, text: writeText(delivery) };
    return press.print({ as, ...sheet, ...content }, content.foot);
  }

  async function listDocuments(delivery: DeliveryView, name: string, at: Date): Promise<ArchiveEntry[]> {
    const [docx, pdf] = await Promise.all([renderDocument(delivery, 'docx'), renderDocument(delivery, 'pdf')]);
    return [
      { name: `${name}.md`, at, content: await toMarkdown(delivery) },
      { name: `${name}.docx`, at, content: docx },
      { name: `${name}.pdf`, at, content: pdf },
    ];
  }

  async function toParts(delivery: DeliveryView, name: string): Promise<ArchiveEntry[]> {
    const at = new Date(delivery.deliveredAt);
    const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
    const made: ArchiveEntry[] = [
      ...(delivery.text.trim() === '' ? [] : await listDocuments(delivery, name, at)),
      { name: 'passport.json', at, content: json({ ...delivery.passport, howMade: delivery.howMade }) },
      ...(delivery.report ? [{ name: 'report.json', at, content: json(delivery.report) }] : []),
      ...(delivery.links.length > 0 ? [{ name: LINKS_FILE, at, content: Buffer.from(listLinks(delivery)) }] : []),
    ];
    const { makeFileNamesSafe } = await import('./archive.ts');
    const names = makeFileNamesSafe(delivery.files.map((file) => file.name));
    return [
      ...made,
      ...delivery.files.map(({ id }, index) => ({ name: `files/${names[index] ?? id}`, at, content: () => collectBytes(deps, id) })),
    ];
  }

  const makers: Readonly<Record<TakeAwayKind, (delivery: DeliveryView, name: string) => Promise<ExportMade>>> = {
    md: toMarkdown,
    docx: (delivery) => renderDocument(delivery, 'docx'),
    pdf: (delivery) => renderDocument(delivery, 'pdf'),
    zip: async (delivery, name) => (await import('./archive.ts')).packArchive(await toParts(delivery, name)),
  };

  async function exportAs(delivery: DeliveryView, as: string): Promise<Buffer> {
    const exporter = deps.exporters.find((each) => each.as === as);
    if (!exporter) throw new UserError(400, { as: [messages.format] });
    const { order, piece, version } = delivery.passport;
    const { lang: language } = await readContent(delivery);
    const title = String(await renderDocument(delivery, 'title'));
    const about = { order, piece, version, language, title, deliveredAt: delivery.deliveredAt, shopName: deps.shop.brand.name };
    return Buffer.from(await exporter.make({ ...about, text: writeText(delivery) }));
  }

  return {
    async take(accountId: string, { id, as }: ExportRequest): Promise<SavedFile> {
      await takePoints(deps.ctx, [{ limit: 'take-away.account', of: accountId }]);
      const delivery = await readDelivery(deps, accountId, id, 'en');
      const { order, piece, version } = delivery.passport;
      const name = `${order}-${piece}-v${version}`;
      const made = await (Object.hasOwn(makers, as) ? makers[as as TakeAwayKind](delivery, name) : exportAs(delivery, as));
      const stream = made instanceof Readable ? made : Readable.from([made]);
      return { name: `${name}.${as}`, bytes: made instanceof Readable ? undefined : made.length, stream };
    },
    corrections: (accountId: string, request: CorrectionsRequest) => makeCorrections(deps, press, accountId, request),
    stop: press.stop,
  };
}

type CorrectionsRequest = { readonly id: string; readonly take: string };
type Press = ReturnType<typeof createRenderWorker<ExportTask>>;

/** A report on the customer's text, with the suggestions that they take. */
async function makeCorrections(
  deps: FulfilmentDeps,
  press: Press,
  accountId: string,
  { id, take }: CorrectionsRequest,
): Promise<SavedFile> {
  await takePoints(deps.ctx, [{ limit: 'take-away.account', of: accountId }]);
  const { checked, passport, deliveredAt } = await readDelivery(deps, accountId, id, 'en');
  if (!checked) throw new UserError(404);
  const { order, piece, version } = passport;
  const parts = splitCorrections(checked.text, listTakenCorrections(checked, take));
  const foot = `${order} · ${piece} · v${version}`;
  const sheet = { author: deps.shop.brand.name, deliveredAt, foot, lang: checked.language, howMade: null };
  const made = await press.print({ as: 'tracked', text: '', parts, ...sheet }, foot);
  return { name: `${order}-${piece}-corrections.docx`, bytes: made.length, stream: Readable.from([made]) };
}

/** By the places of findings in the report, over all its checks. */
function listTakenCorrections({ checks }: CheckedText, take: string): readonly Correction[] {
  const findings = checks.flatMap((check) => check.findings);
  return take.split(',').flatMap((entry) => {
    const [index, place] = entry.split('-').map(Number);
    const finding = findings[index ?? -1];
    const replacement = finding?.replacements[place ?? -1];
    return finding && replacement !== undefined ? [{ from: finding.from, to: finding.to, replacement }] : [];
  });
}

/** In the language of the text. */
function describeMakingFor({ howMade }: DeliveryView, lang: string): ExportDocument['howMade'] {
  if (!howMade) return null;
  const { kind, tools, reviewedBy, reviewedAt } = howMade;
  const properties = {
    HowMade: kind,
    ...(tools.length > 0 ? { Tools: tools.join(', ') } : {}),
    ...(reviewedBy && reviewedAt ? { ReviewedBy: reviewedBy, ReviewedAt: reviewedAt } : {}),
  };
  return { line: closeWithHowMade(howMade, builtInLocales.find((locale) => getLanguage(locale).html === lang) ?? 'en'), properties };
}

/** One ZIP of the final files of an accepted delivery. Streamed, so its size is unknown before. */
export async function exportDeliveryFiles(deps: FulfilmentDeps, accountId: string, id: string): Promise<SavedFile> {
  await takePoints(deps.ctx, [{ limit: 'take-away.account', of: accountId }]);
  const delivery = await readDelivery(deps, accountId, id, 'en');
  if (!delivery.acceptedAt) throw new UserError(400, { '': [messages.open] });
  const { order, piece } = delivery.passport;
  const name = `${order}-${piece}-final-files`;
  const { packArchive } = await import('./archive.ts');
  return { name: `${name}.zip`, bytes: undefined, stream: packArchive(await listArchiveParts(deps, delivery, name)) };
}

/** All in one folder; a text is a file of it, and so are the links. */
async function listArchiveParts(deps: FulfilmentDeps, delivery: DeliveryView, folder: string): Promise<ArchiveEntry[]> {
  const { deliveredAt, text, files, links } = delivery;
  const parts: Omit<ArchiveEntry, 'at'>[] = [
    ...files.map(({ id, name }) => ({ name, content: () => collectBytes(deps, id) })),
    ...(text.trim() ? [{ name: 'text.md', content: Buffer.from(text) }] : []),
    ...(links.length > 0 ? [{ name: LINKS_FILE, content: Buffer.from(listLinks(delivery)) }] : []),
  ];
  const { makeFileNamesSafe } = await import('./archive.ts');
  const names = makeFileNamesSafe(parts.map(({ name }) => name));
  return parts.map(({ content }, index) => ({ name: `${folder}/${names[index] ?? index}`, at: new Date(deliveredAt), content }));
}

const LINKS_FILE = 'links.md';
const listLinks = ({ links }: DeliveryView): string => links.map(({ url, host, name }) => `- ${name ?? host}: <${url}>\n`).join('');
/** With the links, which a document could not have otherwise. */
const writeText = (delivery: DeliveryView): string =>
  delivery.links.length > 0 ? `${delivery.text}\n\n${listLinks(delivery)}`.trim() : delivery.text;

async function collectBytes({ ctx, store }: FulfilmentDeps, id: string): Promise<AsyncIterable<Buffer>> {
  const row = await findDeliveryFile(ctx.db.orm, id);
  const stream = row && (await store.read(row.contentId ?? id));
  if (!stream) throw new UserError(404);
  return stream;
}
