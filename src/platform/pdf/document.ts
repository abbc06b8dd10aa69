// Layout of invoices and reports as tagged A4 PDF. The output is deterministic: dates are arguments.
import PDFDocument from 'pdfkit';
import { markShapes, markSize } from '#lib/logo.ts';
import { type Letters, splitLetters } from './font-fallback.ts';
import type { Fonts } from './fonts.ts';

export type Doc = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

/** In points. */
export const page = { left: 48, right: 547, top: 52, bottom: 770, foot: 792 };
export const width = page.right - page.left;
export const size = { title: 20, head: 8.5, text: 9.5, small: 8, total: 12 };
export const ink = { text: '#16181d', soft: '#5b6170', rule: '#c9cdd6' };
/** The colours of the brand. */
export const accent = { mark: '#c83214', ink: '#261d16', brass: '#b8862d' };
export const gap = { small: 3, line: 6, block: 22 };
export const aboutStyle = { size: size.small, color: ink.soft } as const;

export type SheetAbout = {
  readonly lang: string;
  readonly title: string;
  readonly author: string;
  readonly madeAt: Date;
  /** States in the metadata that the document follows PDF/UA. */
  readonly isUniversal?: boolean;
  /** Makes it a PDF/A-3, which may contain other files. */
  readonly isArchive?: boolean;
};

/** The types of the library lack one of these subsets. */
const universal = { subset: 'PDF/UA' as string as PDFKit.Mixins.PDFSubsets };
const archive = { subset: 'PDF/A-3a' as const };

/** The library writes these into XML as they are, so an archive has them without its signs. */
const toPlainInfo = (text: string): string => text.replaceAll('&', '＆').replaceAll(/[<>]/g, '');

export function beginSheet(
  { lang, title, author, madeAt, isUniversal = false, isArchive = false }: SheetAbout,
  fonts: Fonts,
): { readonly doc: Doc; readonly root: Element } {
  const doc = new PDFDocument({
    // None of the library's, which it would read from its package.
    font: '',
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    ...(isArchive ? archive : isUniversal ? universal : {}),
    lang,
    // The PDF's file id is derived from these, too.
    info: { Title: isArchive ? toPlainInfo(title) : title, Author: isArchive ? toPlainInfo(author) : author, CreationDate: madeAt },
  });
  for (const [name, file] of Object.entries(fonts)) doc.registerFont(name, file);
  doc.lineGap(1.5);
  const root = doc.struct('Document');
  doc.addStructure(root);
  return { doc, root };
}

/** Adds the footer of every page: the seller and the page number. */
export function endSheet(doc: Doc, root: Element, foot: { readonly author: string; readonly number: string }): Promise<Buffer> {
  root.end();
  drawFooters(doc, foot);
  return collectBytes(doc);
}

function drawFooters(doc: Doc, { author, number }: { readonly author: string; readonly number: string }): void {
  const { count } = doc.bufferedPageRange();
  for (let each = 0; each < count; each++) {
    doc.switchToPage(each);
    drawRule(doc, page.foot - gap.line);
    doc.markContent('Artifact', { type: 'Pagination' });
    const { text, face } = splitLetters(author);
    applyStyle(doc, face, aboutStyle).text(text, page.left, page.foot, { width: width / 2, height: size.small + gap.line, ellipsis: true });
    applyStyle(doc, 'wide', aboutStyle).text(`${number} · ${each + 1} / ${count}`, page.left + width / 2, page.foot, {
      width: width / 2,
      align: 'right',
    });
    doc.endMarkedContent();
  }
}

/** Collects the bytes of a finished document. */
export function collectBytes(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((done, failed) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => done(Buffer.concat(chunks)));
    doc.on('error', failed);
    doc.end();
  });
}

export type Style = {
  readonly font?: 'plain' | 'bold';
  readonly size?: number;
  readonly color?: string;
  readonly align?: 'left' | 'right';
  /** Of a table's head, for screen readers. */
  readonly scope?: 'Column';
};
export type Box = { readonly x: number; readonly y: number; readonly width: number };

const faces = { plain: { wide: 'plain', latin: 'latinPlain' }, bold: { wide: 'bold', latin: 'latinBold' } } as const;

/** Selects a font that has all characters of the text, to measure or draw it. */
export function applyStyle(doc: Doc, face: Letters['face'], { font = 'plain', size: points = size.text, color = ink.text }: Style): Doc {
  return doc.font(faces[font][face]).fontSize(points).fillColor(color);
}

export function measureHeight(doc: Doc, typed: string, width: number, style: Style): number {
  const { text, face } = splitLetters(typed);
  return applyStyle(doc, face, style).heightOfString(text, { width });
}

/** Returns the y position of its end. */
export function drawText(doc: Doc, at: Element, as: string, typed: string, { x, y, width }: Box, style: Style = {}): number {
  const { text, face } = splitLetters(typed);
  const height = measureHeight(doc, typed, width, style);
  at.add(doc.struct(as, getScope(style), () => applyStyle(doc, face, style).text(text, x, y, { width, align: style.align ?? 'left' })));
  return y + height;
}

/** The types of the library lack this option. */
export const getScope = ({ scope }: Style): PDFKit.Mixins.StructureElementOptions =>
  scope === undefined ? {} : ({ scope } as PDFKit.Mixins.StructureElementOptions);

/** Decoration, hidden from screen readers. */
export function drawRule(doc: Doc, y: number, weight = 0.5, { from = page.left, color = ink.rule } = {}): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.moveTo(from, y).lineTo(page.right, y).lineWidth(weight).strokeColor(color).stroke();
  doc.endMarkedContent();
}

/** The shop's logo, as decoration. */
export function drawLogo(doc: Doc, x: number, y: number, height: number, colour = accent.mark): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .save()
    .translate(x, y)
    .scale(height / markSize);
  doc.path(markShapes.mouth).fill(colour);
  doc.path(markShapes.bell).fill(accent.ink);
  doc.path(markShapes.sound).lineWidth(3).lineCap('round').stroke(accent.brass);
  doc.restore();
  doc.endMarkedContent();
}

/** A bar of a chart, as decoration: its number is beside it as text. */
export function drawBar(doc: Doc, { x, y, width: length }: Box, color: string): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.roundedRect(x, y, Math.max(length, BAR_HEIGHT), BAR_HEIGHT, BAR_HEIGHT / 2).fill(color);
  doc.endMarkedContent();
}

const BAR_HEIGHT = 6;

/** Returns the y position for content of this height; starts a new page if it does not fit. */
export function ensureSpace(doc: Doc, height: number): number {
  if (doc.y + height <= page.bottom) return doc.y;
  doc.addPage();
  doc.y = page.top;
  return doc.y;
}
