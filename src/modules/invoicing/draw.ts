// Draws a document as an accessible A4 PDF. The output is deterministic: the same content gives the same bytes.

import {
  aboutStyle,
  applyStyle,
  beginSheet,
  type Doc,
  drawText,
  type Element,
  endSheet,
  ensureSpace,
  gap,
  heightOf,
  ink,
  page,
  rule,
  size,
  width,
} from '../../infra/pdf/document.ts';
import type { Fonts } from '../../infra/pdf/fonts.ts';
import type { PaperWords } from './document-words.ts';

const columns = { quantity: 58, net: 78, vat: 70, amount: 92, between: 8 };

export function drawPaper(words: PaperWords, fonts: Fonts): Promise<Buffer> {
  const { doc, root } = beginSheet(
    { lang: words.lang, title: words.fullTitle, author: words.author, madeAt: new Date(words.issuedAt) },
    fonts,
  );
  head(doc, root, words);
  parties(doc, root, words);
  table(doc, root, words);
  sums(doc, root, words);
  sentences(doc, root, words);
  return endSheet(doc, root, words);
}

function head(doc: Doc, root: Element, { title, facts, corrects }: PaperWords): void {
  const half = width / 2 - gap.block;
  let y = drawText(doc, root, 'H1', title, { x: page.left, y: page.top - 4, width: half }, { font: 'bold', size: size.title });
  if (corrects) y = drawText(doc, root, 'P', corrects, { x: page.left, y: y + gap.small, width: half }, { color: ink.soft });
  let right = page.top;
  for (const { name, text } of facts) {
    const x = page.left + width / 2;
    const fact = doc.struct('P');
    root.add(fact);
    const style = { align: 'right', color: ink.soft } as const;
    drawText(doc, fact, 'Span', `${name}  `, { x, y: right, width: width / 4 - columns.between }, style);
    right =
      drawText(doc, fact, 'Span', text, { x: x + width / 4, y: right, width: width / 4 }, { font: 'bold', align: 'right' }) + gap.small;
    fact.end();
  }
  doc.y = Math.max(y, right) + gap.block;
}

function parties(doc: Doc, root: Element, { seller, buyer }: PaperWords): void {
  const half = (width - gap.block) / 2;
  const top = doc.y;
  const ends = [buyer, seller].map(({ title, lines }, index) => {
    const x = page.left + index * (half + gap.block);
    let y = drawText(doc, root, 'H2', title, { x, y: top, width: half }, { font: 'bold', size: size.head, color: ink.soft }) + gap.small;
    for (const [line, text] of lines.entries())
      y = drawText(doc, root, 'P', text, { x, y, width: half }, line === 0 ? { font: 'bold' } : {});
    return y;
  });
  doc.y = Math.max(...ends) + gap.block;
}

type Cell = { readonly text: string; readonly x: number; readonly width: number };
type TableRow = { readonly name: string; readonly about: readonly string[]; readonly cells: readonly Cell[] };

/** Positions of the columns, from the right edge; the name column gets the rest. */
function cellsOf({ quantity, net, vat, amount }: Readonly<Record<'quantity' | 'net' | 'vat' | 'amount', string | null>>): Cell[] {
  const cells: Cell[] = [];
  let end = page.right;
  for (const [name, text] of [
    ['amount', amount],
    ['vat', vat],
    ['net', net],
    ['quantity', quantity],
  ] as const) {
    if (text === null) continue;
    cells.unshift({ text, x: end - columns[name], width: columns[name] });
    end -= columns[name] + columns.between;
  }
  return cells;
}

const nameWidth = ({ cells }: TableRow): number => (cells[0]?.x ?? page.right) - columns.between - page.left;

function table(doc: Doc, root: Element, { columns: titles, lines }: PaperWords): void {
  const body = doc.struct('Table');
  root.add(body);
  const headRow: TableRow = { name: titles.what, about: [], cells: cellsOf(titles) };
  setRow(doc, body, headRow, 'TH');
  for (const { name, about, ...figures } of lines) {
    const row: TableRow = { name, about, cells: cellsOf(figures) };
    const pages = doc.bufferedPageRange().count;
    doc.y = ensureSpace(doc, rowHeight(doc, row));
    // Repeats the table head on each page. Screen readers read it once.
    if (doc.bufferedPageRange().count > pages) setHeadAgain(doc, headRow);
    setRow(doc, body, row, 'TD');
  }
  body.end();
  doc.y += gap.line;
}

const headStyle = { font: 'bold', size: size.head, color: ink.soft } as const;

function rowHeight(doc: Doc, row: TableRow): number {
  const abouts = row.about.map((text) => heightOf(doc, text, nameWidth(row), aboutStyle));
  return heightOf(doc, row.name, nameWidth(row), {}) + abouts.reduce((sum, each) => sum + each, 0) + 2 * gap.line;
}

function setRow(doc: Doc, body: Element, row: TableRow, as: 'TH' | 'TD'): void {
  const line = doc.struct('TR');
  body.add(line);
  const top = doc.y + gap.line;
  const style = as === 'TH' ? headStyle : {};
  const what = doc.struct(as);
  line.add(what);
  let y = drawText(doc, what, 'P', row.name, { x: page.left, y: top, width: nameWidth(row) }, style);
  for (const text of row.about) y = drawText(doc, what, 'P', text, { x: page.left, y, width: nameWidth(row) }, aboutStyle);
  what.end();
  for (const { text, x, width: wide } of row.cells)
    y = Math.max(y, drawText(doc, line, as, text, { x, y: top, width: wide }, { ...style, align: 'right' }));
  line.end();
  doc.y = y + gap.line;
  rule(doc, doc.y);
}

function setHeadAgain(doc: Doc, row: TableRow): void {
  const top = doc.y + gap.line;
  doc.markContent('Artifact', { type: 'Pagination' });
  applyStyle(doc, 'wide', headStyle).text(row.name, page.left, top, { width: nameWidth(row) });
  const end = doc.y;
  for (const { text, x, width: wide } of row.cells) applyStyle(doc, 'wide', headStyle).text(text, x, top, { width: wide, align: 'right' });
  doc.endMarkedContent();
  doc.y = end + gap.line;
  rule(doc, doc.y);
}

function sums(doc: Doc, root: Element, { sums: { lines, total } }: PaperWords): void {
  const names = { x: page.left + width * 0.4, width: width * 0.34 };
  const figures = { x: page.left + width * 0.74, width: width * 0.26 };
  const all = [...lines.map((line) => ({ ...line, style: {} })), { ...total, style: { font: 'bold', size: size.total } as const }];
  // Keeps the totals together on one page.
  doc.y = ensureSpace(doc, all.length * (size.total + 2 * gap.line));
  for (const { name, text, style } of all) {
    const y = doc.y + gap.small;
    const line = doc.struct('P');
    root.add(line);
    const bottom = drawText(doc, line, 'Span', `${name}  `, { ...names, y }, style);
    const right = drawText(doc, line, 'Span', text, { ...figures, y }, { ...style, align: 'right' });
    line.end();
    doc.y = Math.max(bottom, right) + gap.small;
  }
  doc.y += gap.block / 2;
}

function sentences(doc: Doc, root: Element, { parts, notes }: PaperWords): void {
  for (const [text, style] of [...parts.map((part) => [part, {}] as const), ...notes.map((note) => [note, { color: ink.soft }] as const)]) {
    const y = ensureSpace(doc, heightOf(doc, text, width, style));
    doc.y = drawText(doc, root, 'P', text, { x: page.left, y, width }, style) + gap.small;
  }
}
