// Draws a document as an accessible A4 PDF. The output is deterministic: the same content gives the same
// bytes.

import {
  aboutStyle,
  accent,
  applyStyle,
  beginSheet,
  type Doc,
  drawLogo,
  drawRule,
  drawText,
  type Element,
  endSheet,
  ensureSpace,
  gap,
  getScope,
  ink,
  measureHeight,
  page,
  type Style,
  size,
  width,
} from '#platform/pdf/document.ts';
import type { Fonts } from '#platform/pdf/fonts.ts';
import { type DrawnLogo, placeLogo, renderLogo } from '#platform/pdf/owner-logo.ts';
import type { PaperWords } from './document-words.ts';
import { attachEInvoice } from './einvoice/factur-x.ts';

const columns = { quantity: 58, unit: 78, net: 78, vat: 70, amount: 92, between: 8 };
/** With unit price and VAT. */
const narrowColumns = { quantity: 46, unit: 66, net: 66, vat: 56, amount: 74, between: 8 };

/** `eInvoice`: the XML that the PDF contains, if any. */
export type PaperSheet = { readonly words: PaperWords; readonly eInvoice?: string | undefined };

export async function drawPaper({ words, eInvoice }: PaperSheet, fonts: Fonts): Promise<Buffer> {
  const madeAt = new Date(words.issuedAt);
  const { doc, root } = beginSheet(
    {
      lang: words.lang,
      title: words.fullTitle,
      author: words.author,
      madeAt,
      ...(eInvoice === undefined ? { isUniversal: words.layout > 1 } : { isArchive: true }),
    },
    fonts,
  );
  const logo = words.logo && (await renderLogo(words.logo, LOGO_HEIGHT));
  if (words.brand !== null) drawBrand(doc, root, words.brand, logo, words);
  drawHead(doc, root, words);
  drawParties(doc, root, words);
  drawTable(doc, root, words);
  drawSums(doc, root, words);
  drawSentences(doc, root, words);
  if (eInvoice !== undefined) attachEInvoice(doc, eInvoice, madeAt);
  return endSheet(doc, root, words);
}

const LOGO_HEIGHT = 22;

function drawBrand(
  doc: Doc,
  root: Element,
  brand: string,
  logo: DrawnLogo | null,
  { accent: own, hasMark, logo: shown }: PaperWords,
): void {
  const top = page.top - 12;
  const isName = shown?.includesName === true;
  if (logo) placeLogo(doc, root, logo, { x: page.left, y: top + (LOGO_HEIGHT - logo.height) / 2 }, isName ? brand : null);
  else if (hasMark) drawLogo(doc, page.left - 2, top, LOGO_HEIGHT, own ?? accent.mark);
  const markWidth = logo ? logo.width + gap.line : hasMark ? LOGO_HEIGHT + gap.line : 0;
  const box = { x: page.left + markWidth, y: top + 3, width: width / 2 };
  if (!isName) drawText(doc, root, 'P', brand, box, { font: 'bold', size: size.total + 1, color: accent.ink });
  drawRule(doc, top + LOGO_HEIGHT + gap.line, 1.5, { color: own ?? accent.mark });
  doc.y = top + LOGO_HEIGHT + 3 * gap.line;
}

function drawHead(doc: Doc, root: Element, { title, facts, corrects, brand }: PaperWords): void {
  const half = width / 2 - gap.block;
  const top = brand === null ? page.top : doc.y + 4;
  let y = drawText(doc, root, 'H1', title, { x: page.left, y: top - 4, width: half }, { font: 'bold', size: size.title });
  if (corrects) y = drawText(doc, root, 'P', corrects, { x: page.left, y: y + gap.small, width: half }, { color: ink.soft });
  let right = top;
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

function drawParties(doc: Doc, root: Element, { seller, buyer }: PaperWords): void {
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

type ColumnName = 'quantity' | 'unit' | 'net' | 'vat' | 'amount';

/** Positions of the columns, from the right edge; the name column gets the rest. */
function toCells({ quantity, unit, net, vat, amount }: Readonly<Record<ColumnName, string | null>>): Cell[] {
  const cells: Cell[] = [];
  const widths = unit !== null && net !== null ? narrowColumns : columns;
  let end = page.right;
  for (const [name, text] of [
    ['amount', amount],
    ['vat', vat],
    ['net', net],
    ['unit', unit],
    ['quantity', quantity],
  ] as const) {
    if (text === null) continue;
    cells.unshift({ text, x: end - widths[name], width: widths[name] });
    end -= widths[name] + widths.between;
  }
  return cells;
}

const nameWidth = ({ cells }: TableRow): number => (cells[0]?.x ?? page.right) - columns.between - page.left;

function drawTable(doc: Doc, root: Element, words: PaperWords): void {
  const { columns: titles, lines, layout } = words;
  const body = doc.struct('Table');
  root.add(body);
  const headRow: TableRow = { name: titles.what, about: [], cells: toCells(titles) };
  setRow(doc, body, headRow, 'TH', layout > 1 ? { ...headStyle, scope: 'Column' } : headStyle);
  for (const [index, { name, about, ...figures }] of lines.entries()) {
    const row: TableRow = { name, about, cells: toCells(figures) };
    const pages = doc.bufferedPageRange().count;
    // The last line moves to the next page together with the totals.
    const below = layout > 1 && index === lines.length - 1 ? gap.line + endHeight(doc, words) : 0;
    doc.y = ensureSpace(doc, measureRow(doc, row) + below);
    // Repeats the table head on each page. Screen readers read it once.
    if (doc.bufferedPageRange().count > pages) setHeadAgain(doc, headRow);
    setRow(doc, body, row, 'TD');
  }
  body.end();
  doc.y += gap.line;
}

const headStyle = { font: 'bold', size: size.head, color: ink.soft } as const;

function measureRow(doc: Doc, row: TableRow): number {
  const abouts = row.about.map((text) => measureHeight(doc, text, nameWidth(row), aboutStyle));
  return measureHeight(doc, row.name, nameWidth(row), {}) + abouts.reduce((sum, each) => sum + each, 0) + 2 * gap.line;
}

function setRow(doc: Doc, body: Element, row: TableRow, as: 'TH' | 'TD', style: Style = {}): void {
  const line = doc.struct('TR');
  body.add(line);
  const top = doc.y + gap.line;
  const { scope: _, ...nameStyle } = style;
  const what = doc.struct(as, getScope(style));
  line.add(what);
  let y = drawText(doc, what, 'P', row.name, { x: page.left, y: top, width: nameWidth(row) }, nameStyle);
  for (const text of row.about) y = drawText(doc, what, 'P', text, { x: page.left, y, width: nameWidth(row) }, aboutStyle);
  what.end();
  for (const { text, x, width: wide } of row.cells)
    y = Math.max(y, drawText(doc, line, as, text, { x, y: top, width: wide }, { ...style, align: 'right' }));
  line.end();
  doc.y = y + gap.line;
  drawRule(doc, doc.y);
}

function setHeadAgain(doc: Doc, row: TableRow): void {
  const top = doc.y + gap.line;
  doc.markContent('Artifact', { type: 'Pagination' });
  applyStyle(doc, 'wide', headStyle).text(row.name, page.left, top, { width: nameWidth(row) });
  const end = doc.y;
  for (const { text, x, width: wide } of row.cells) applyStyle(doc, 'wide', headStyle).text(text, x, top, { width: wide, align: 'right' });
  doc.endMarkedContent();
  doc.y = end + gap.line;
  drawRule(doc, doc.y);
}

const measureSums = ({ sums: { lines } }: PaperWords): number => (lines.length + 1) * (size.total + 2 * gap.line);

/** The height of what follows the table. Limited, because notes may be longer than a page. */
function endHeight(doc: Doc, words: PaperWords): number {
  const texts = [...words.parts, ...words.notes].slice(0, 10).map((text) => measureHeight(doc, text, width, {}) + gap.small);
  const height = measureSums(words) + gap.block / 2 + texts.reduce((sum, each) => sum + each, 0);
  return Math.min(height, (page.bottom - page.top) / 2);
}

function drawSums(doc: Doc, root: Element, words: PaperWords): void {
  const { lines, total } = words.sums;
  const isFirstLayout = words.layout === 1;
  const names = { x: page.left + width * 0.4, width: width * 0.34 };
  const figures = { x: page.left + width * 0.74, width: width * 0.26 };
  const nameAlign = isFirstLayout ? 'left' : 'right';
  const all = [...lines.map((line) => ({ ...line, style: {} })), { ...total, style: { font: 'bold', size: size.total } as const }];
  // Keeps the totals together on one page.
  doc.y = ensureSpace(doc, measureSums(words));
  for (const { name, text, style } of all) {
    const y = doc.y + gap.small;
    if (!isFirstLayout && 'font' in style) drawRule(doc, doc.y, 1.5, { from: names.x, color: words.accent ?? accent.mark });
    const line = doc.struct('P');
    root.add(line);
    const bottom = drawText(doc, line, 'Span', `${name}  `, { ...names, y }, { ...style, align: nameAlign });
    const right = drawText(doc, line, 'Span', text, { ...figures, y }, { ...style, align: 'right' });
    line.end();
    doc.y = Math.max(bottom, right) + gap.small;
  }
  doc.y += gap.block / 2;
}

function drawSentences(doc: Doc, root: Element, { parts, notes }: PaperWords): void {
  for (const [text, style] of [...parts.map((part) => [part, {}] as const), ...notes.map((note) => [note, { color: ink.soft }] as const)]) {
    const y = ensureSpace(doc, measureHeight(doc, text, width, style));
    doc.y = drawText(doc, root, 'P', text, { x: page.left, y, width }, style) + gap.small;
  }
}
