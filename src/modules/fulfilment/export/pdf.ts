// Exports a delivery as tagged A4 PDF with selectable text. Reproducible bytes: the only date is the
// delivery's.
import PDFDocument from 'pdfkit';
import { type Block, joinRuns, type MarkdownRun } from '#lib/markdown/markdown.ts';
import { collectBytes, type Doc, type Element } from '#platform/pdf/document.ts';
import { splitLetters } from '#platform/pdf/font-fallback.ts';
import type { Fonts } from '#platform/pdf/fonts.ts';
import type { ExportDocument } from './sheet.ts';

/** In points. */
const page = { left: 64, right: 531, top: 64, bottom: 760, foot: 790 };
const ink = { text: '#16181d', soft: '#5b6170', rule: '#c9cdd6', link: '#1b4fd6' };
const sizes = { text: 10.5, small: 8, headings: [20, 15, 12.5, 11.5, 11, 11] } as const;
const gap = 8;
const INDENT = 18;

export function makePdf(sheet: ExportDocument, fonts: Fonts): Promise<Buffer> {
  const doc = new PDFDocument({
    // None of the library's, which it would read from its package.
    font: '',
    size: 'A4',
    margins: { top: page.top, bottom: 841.89 - page.bottom, left: page.left, right: 595.28 - page.right },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: sheet.lang,
    info: {
      Title: sheet.title,
      Author: sheet.author,
      CreationDate: new Date(sheet.deliveredAt),
      ...(sheet.howMade ? { Keywords: sheet.howMade.line, ...sheet.howMade.properties } : {}),
    },
  });
  for (const [name, file] of Object.entries(fonts)) doc.registerFont(name, file);
  doc.lineGap(2.5);
  const root = doc.struct('Document');
  doc.addStructure(root);
  write(doc, root, 'P', [{ text: sheet.author, bold: true }], { indent: 0 });
  drawRule(doc);
  for (const block of sheet.blocks) draw(doc, root, block, 0);
  if (sheet.howMade) write(doc, root, 'P', [{ text: sheet.howMade.line }], { indent: 0, size: sizes.small });
  root.end();
  drawFooters(doc, sheet);
  return collectBytes(doc);
}

function draw(doc: Doc, at: Element, block: Block, indent: number): void {
  switch (block.kind) {
    case 'heading':
      doc.y += gap / 2;
      write(doc, at, `H${Math.min(block.depth, 6)}`, block.runs.map(asBold), {
        indent,
        size: sizes.headings[block.depth - 1] ?? sizes.text,
      });
      break;
    case 'paragraph':
      write(doc, at, 'P', block.runs, { indent });
      break;
    case 'list':
      for (const [index, item] of block.items.entries())
        drawItem(doc, at, item, { indent, label: block.ordered ? `${block.start + index}.` : '•' });
      break;
    case 'quote':
      for (const each of block.blocks) draw(doc, at, each, indent + INDENT);
      break;
    case 'code':
      write(doc, at, 'Code', [{ text: block.text }], { indent: indent + INDENT, size: sizes.text - 1 });
      break;
    case 'rule':
      drawRule(doc);
      break;
    case 'table':
      // Tables become lines, each cell with its column's name, so that any width fits and screen readers can
      // read them.
      for (const row of block.rows)
        write(
          doc,
          at,
          'P',
          row.flatMap((cell, index) => [...nameCell(block.head[index], index), ...cell]),
          { indent },
        );
      break;
  }
}

const asBold = (run: MarkdownRun): MarkdownRun => ({ ...run, bold: true });

const nameCell = (head: readonly MarkdownRun[] | undefined, index: number): MarkdownRun[] => [
  { text: `${index === 0 ? '' : '  ·  '}${head ? joinRuns(head) : ''}: `, bold: true },
];

function drawItem(doc: Doc, at: Element, blocks: readonly Block[], { indent, label }: { indent: number; label: string }): void {
  const [first, ...rest] = blocks;
  const runs: readonly MarkdownRun[] = first && (first.kind === 'paragraph' || first.kind === 'heading') ? first.runs : [];
  if (runs.length > 0) write(doc, at, 'P', runs, { indent: indent + INDENT, after: gap / 2, label });
  else write(doc, at, 'P', [{ text: label }], { indent, after: 0 });
  for (const each of runs.length > 0 ? rest : blocks) draw(doc, at, each, indent + INDENT);
}

/** `label`: the bullet or number before the lines, which hang beside it. */
type BlockStyle = { readonly indent: number; readonly size?: number; readonly after?: number; readonly label?: string };
const faces = { plain: { wide: 'plain', latin: 'latinPlain' }, bold: { wide: 'bold', latin: 'latinBold' } } as const;

/** Writes runs of text, breaking lines and pages. */
function write(
  doc: Doc,
  at: Element,
  as: string,
  runs: readonly MarkdownRun[],
  { indent, size = sizes.text, after = gap, label }: BlockStyle,
): void {
  const nonEmptyRuns = runs.flatMap((run) => listPieces(run.text).map((text) => ({ ...run, text })));
  if (nonEmptyRuns.length === 0) return;
  if (doc.y + size * 2 > page.bottom) doc.addPage();
  // One font for all runs: fonts on one line would have different baselines.
  const { face } = splitLetters(joinRuns(nonEmptyRuns));
  const width = page.right - page.left - indent;
  at.add(
    doc.struct(as, {}, () => {
      if (label) {
        const top = doc.y;
        doc.font(faces.plain[face]).fontSize(size).fillColor(ink.text);
        doc.text(label, page.left + indent - INDENT, top, { lineBreak: false });
        doc.y = top;
      }
      for (const [index, run] of nonEmptyRuns.entries()) {
        doc
          .font(faces[run.bold ? 'bold' : 'plain'][face])
          .fontSize(size)
          .fillColor(run.href ? ink.link : ink.text);
        const options = {
          width,
          continued: index < nonEmptyRuns.length - 1,
          link: run.href ?? null,
          underline: run.href !== undefined,
          strike: run.struck ?? false,
        };
        const { text } = splitLetters(run.text);
        if (index === 0) doc.text(text, page.left + indent, doc.y, options);
        else doc.text(text, options);
      }
    }),
  );
  doc.y += after;
}

/**
 * The library measures a word that is wider than its line again for each letter, so long ones are cut.
 * Japanese can be broken anywhere.
 */
const listPieces = (text: string): readonly string[] => text.match(/[\s\S]*?[^\s\u2e80-\u9fff\uff00-\uffef]{120}|[\s\S]+/gu) ?? [];

/** An artifact, not read by screen readers. */
function drawRule(doc: Doc): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.moveTo(page.left, doc.y).lineTo(page.right, doc.y).lineWidth(0.5).strokeColor(ink.rule).stroke();
  doc.endMarkedContent();
  doc.y += gap * 2;
}

function drawFooters(doc: Doc, { foot }: ExportDocument): void {
  const { count } = doc.bufferedPageRange();
  for (let each = 0; each < count; each++) {
    doc.switchToPage(each);
    // Writing below the margin would otherwise start a new page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font('plain').fontSize(sizes.small).fillColor(ink.soft);
    doc.text(foot, page.left, page.foot, { width: 340, lineBreak: false });
    doc.text(`${each + 1} / ${count}`, page.right - 100, page.foot, { width: 100, align: 'right', lineBreak: false });
    doc.endMarkedContent();
  }
}
