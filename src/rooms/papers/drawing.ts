// A paper as a PDF: A4, text that can be selected and read aloud, and the same bytes every time, because nothing of the moment in which it is drawn is in it.
import PDFDocument from 'pdfkit';
import type { Fonts } from '../../infra/press-fonts.ts';
import { type Letters, lettersOf } from '../../lib/lettering.ts';
import type { PaperWords } from './paper-words.ts';

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/** In points. */
const page = { left: 48, right: 547, top: 52, bottom: 770, foot: 792 };
const width = page.right - page.left;
const size = { title: 20, head: 8.5, text: 9.5, small: 8, total: 12 };
const ink = { text: '#16181d', soft: '#5b6170', rule: '#c9cdd6' };
const gap = { small: 3, line: 6, block: 22 };
const columns = { quantity: 58, net: 78, vat: 70, amount: 92, between: 8 };

export function drawPaper(words: PaperWords, fonts: Fonts): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, pdfVersion: '1.7', tagged: true, displayTitle: true, lang: words.lang },
    // Of these the file's own id is made, too.
    info: { Title: words.fullTitle, Author: words.author, CreationDate: new Date(words.issuedAt) },
  });
  for (const [name, file] of Object.entries(fonts)) doc.registerFont(name, file);
  doc.lineGap(1.5);
  const whole = doc.struct('Document');
  doc.addStructure(whole);
  head(doc, whole, words);
  parties(doc, whole, words);
  table(doc, whole, words);
  sums(doc, whole, words);
  sentences(doc, whole, words);
  whole.end();
  feet(doc, words);
  return bytesOf(doc);
}

function bytesOf(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((done, failed) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => done(Buffer.concat(chunks)));
    doc.on('error', failed);
    doc.end();
  });
}

type Style = { readonly font?: 'plain' | 'bold'; readonly size?: number; readonly color?: string; readonly align?: 'left' | 'right' };
type Box = { readonly x: number; readonly y: number; readonly width: number };

const faces = { plain: { wide: 'plain', latin: 'latinPlain' }, bold: { wide: 'bold', latin: 'latinBold' } } as const;

/** Ready to measure or to set a text that the face holds. */
function styled(doc: Doc, face: Letters['face'], { font = 'plain', size: points = size.text, color = ink.text }: Style): Doc {
  return doc.font(faces[font][face]).fontSize(points).fillColor(color);
}

function heightOf(doc: Doc, typed: string, width: number, style: Style): number {
  const { text, face } = lettersOf(typed);
  return styled(doc, face, style).heightOfString(text, { width });
}

/** Gives where it ends. */
function write(doc: Doc, at: Element, as: string, typed: string, { x, y, width }: Box, style: Style = {}): number {
  const { text, face } = lettersOf(typed);
  const height = heightOf(doc, typed, width, style);
  at.add(doc.struct(as, {}, () => styled(doc, face, style).text(text, x, y, { width, align: style.align ?? 'left' })));
  return y + height;
}

/** Nothing that is read aloud. */
function rule(doc: Doc, y: number, weight = 0.5): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(weight).strokeColor(ink.rule).stroke();
  doc.endMarkedContent();
}

/** Where the next thing of such a height begins: here, or on top of a new page. */
function room(doc: Doc, height: number): number {
  if (doc.y + height <= page.bottom) return doc.y;
  doc.addPage();
  doc.y = page.top;
  return doc.y;
}

function head(doc: Doc, whole: Element, { title, facts, corrects }: PaperWords): void {
  const half = width / 2 - gap.block;
  let y = write(doc, whole, 'H1', title, { x: page.left, y: page.top - 4, width: half }, { font: 'bold', size: size.title });
  if (corrects) y = write(doc, whole, 'P', corrects, { x: page.left, y: y + gap.small, width: half }, { color: ink.soft });
  let right = page.top;
  for (const { name, text } of facts) {
    const x = page.left + width / 2;
    const fact = doc.struct('P');
    whole.add(fact);
    const style = { align: 'right', color: ink.soft } as const;
    write(doc, fact, 'Span', `${name}  `, { x, y: right, width: width / 4 - columns.between }, style);
    right = write(doc, fact, 'Span', text, { x: x + width / 4, y: right, width: width / 4 }, { font: 'bold', align: 'right' }) + gap.small;
    fact.end();
  }
  doc.y = Math.max(y, right) + gap.block;
}

function parties(doc: Doc, whole: Element, { seller, buyer }: PaperWords): void {
  const half = (width - gap.block) / 2;
  const top = doc.y;
  const ends = [buyer, seller].map(({ title, lines }, index) => {
    const x = page.left + index * (half + gap.block);
    let y = write(doc, whole, 'H2', title, { x, y: top, width: half }, { font: 'bold', size: size.head, color: ink.soft }) + gap.small;
    for (const [line, text] of lines.entries()) y = write(doc, whole, 'P', text, { x, y, width: half }, line === 0 ? { font: 'bold' } : {});
    return y;
  });
  doc.y = Math.max(...ends) + gap.block;
}

type Cell = { readonly text: string; readonly x: number; readonly width: number };
type Row = { readonly name: string; readonly about: readonly string[]; readonly cells: readonly Cell[] };

/** From the right edge; what is left is for the name. */
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

const nameWidth = ({ cells }: Row): number => (cells[0]?.x ?? page.right) - columns.between - page.left;

function table(doc: Doc, whole: Element, { columns: titles, lines }: PaperWords): void {
  const body = doc.struct('Table');
  whole.add(body);
  const headRow: Row = { name: titles.what, about: [], cells: cellsOf(titles) };
  setRow(doc, body, headRow, 'TH');
  for (const { name, about, ...figures } of lines) {
    const row: Row = { name, about, cells: cellsOf(figures) };
    const pages = doc.bufferedPageRange().count;
    doc.y = room(doc, rowHeight(doc, row));
    // Whoever reads the second page sees what stands in its columns; read aloud, they are said once.
    if (doc.bufferedPageRange().count > pages) setHeadAgain(doc, headRow);
    setRow(doc, body, row, 'TD');
  }
  body.end();
  doc.y += gap.line;
}

const headStyle = { font: 'bold', size: size.head, color: ink.soft } as const;
const aboutStyle = { size: size.small, color: ink.soft } as const;

function rowHeight(doc: Doc, row: Row): number {
  const abouts = row.about.map((text) => heightOf(doc, text, nameWidth(row), aboutStyle));
  return heightOf(doc, row.name, nameWidth(row), {}) + abouts.reduce((sum, each) => sum + each, 0) + 2 * gap.line;
}

function setRow(doc: Doc, body: Element, row: Row, as: 'TH' | 'TD'): void {
  const line = doc.struct('TR');
  body.add(line);
  const top = doc.y + gap.line;
  const style = as === 'TH' ? headStyle : {};
  const what = doc.struct(as);
  line.add(what);
  let y = write(doc, what, 'P', row.name, { x: page.left, y: top, width: nameWidth(row) }, style);
  for (const text of row.about) y = write(doc, what, 'P', text, { x: page.left, y, width: nameWidth(row) }, aboutStyle);
  what.end();
  for (const { text, x, width: wide } of row.cells)
    y = Math.max(y, write(doc, line, as, text, { x, y: top, width: wide }, { ...style, align: 'right' }));
  line.end();
  doc.y = y + gap.line;
  rule(doc, doc.y);
}

function setHeadAgain(doc: Doc, row: Row): void {
  const top = doc.y + gap.line;
  doc.markContent('Artifact', { type: 'Pagination' });
  styled(doc, 'wide', headStyle).text(row.name, page.left, top, { width: nameWidth(row) });
  const end = doc.y;
  for (const { text, x, width: wide } of row.cells) styled(doc, 'wide', headStyle).text(text, x, top, { width: wide, align: 'right' });
  doc.endMarkedContent();
  doc.y = end + gap.line;
  rule(doc, doc.y);
}

function sums(doc: Doc, whole: Element, { sums: { lines, total } }: PaperWords): void {
  const names = { x: page.left + width * 0.4, width: width * 0.34 };
  const figures = { x: page.left + width * 0.74, width: width * 0.26 };
  const all = [...lines.map((line) => ({ ...line, style: {} })), { ...total, style: { font: 'bold', size: size.total } as const }];
  // Together on one page: a total that stands alone says little.
  doc.y = room(doc, all.length * (size.total + 2 * gap.line));
  for (const { name, text, style } of all) {
    const y = doc.y + gap.small;
    const line = doc.struct('P');
    whole.add(line);
    const left = write(doc, line, 'Span', `${name}  `, { ...names, y }, style);
    const right = write(doc, line, 'Span', text, { ...figures, y }, { ...style, align: 'right' });
    line.end();
    doc.y = Math.max(left, right) + gap.small;
  }
  doc.y += gap.block / 2;
}

function sentences(doc: Doc, whole: Element, { parts, notes }: PaperWords): void {
  for (const [text, style] of [...parts.map((part) => [part, {}] as const), ...notes.map((note) => [note, { color: ink.soft }] as const)]) {
    const y = room(doc, heightOf(doc, text, width, style));
    doc.y = write(doc, whole, 'P', text, { x: page.left, y, width }, style) + gap.small;
  }
}

function feet(doc: Doc, { author, number }: PaperWords): void {
  const { count } = doc.bufferedPageRange();
  for (let each = 0; each < count; each++) {
    doc.switchToPage(each);
    rule(doc, page.foot - gap.line);
    doc.markContent('Artifact', { type: 'Pagination' });
    const { text, face } = lettersOf(author);
    styled(doc, face, aboutStyle).text(text, page.left, page.foot, { width: width / 2, height: size.small + gap.line, ellipsis: true });
    styled(doc, 'wide', aboutStyle).text(`${number} · ${each + 1} / ${count}`, page.left + width / 2, page.foot, {
      width: width / 2,
      align: 'right',
    });
    doc.endMarkedContent();
  }
}
