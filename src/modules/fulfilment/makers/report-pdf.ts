// Renders a report as PDF, with the layout of invoices.

import {
  aboutStyle,
  beginSheet,
  type Doc,
  drawText,
  type Element,
  endSheet,
  gap,
  heightOf,
  ink,
  page,
  room,
  size,
  width,
} from '../../../infra/pdf/document.ts';
import type { Fonts } from '../../../infra/pdf/fonts.ts';
import type { CheckWords, FindingWords, ReportWords } from '../checks/report-words.ts';

export type ReportAbout = { readonly lang: string; readonly author: string; readonly number: string; readonly madeAt: Date };

export function drawReport(words: ReportWords, about: ReportAbout, fonts: Fonts): Promise<Buffer> {
  const { doc, root: whole } = beginSheet({ ...about, title: words.title }, fonts);
  doc.y = drawText(doc, whole, 'H1', words.title, { x: page.left, y: page.top - 4, width }, { font: 'bold', size: size.title }) + gap.line;
  for (const note of words.notes) set(doc, whole, 'P', note, { color: ink.soft });
  set(doc, whole, 'P', words.numbers.map(({ name, text }) => `${name} ${text}`).join('  ·  '));
  doc.y += gap.line;
  for (const check of words.checks) drawCheck(doc, whole, check);
  return endSheet(doc, whole, about);
}

type ReportTextStyle = NonNullable<Parameters<typeof drawText>[5]>;

/** Starts a new page if the text does not fit. No text is longer than a page. */
function set(doc: Doc, at: Element, as: string, text: string, style: ReportTextStyle = {}, indent = 0): void {
  const box = { x: page.left + indent, width: width - indent };
  const y = room(doc, heightOf(doc, text, box.width, style));
  doc.y = drawText(doc, at, as, text, { ...box, y }, style) + gap.small;
}

function drawCheck(doc: Doc, whole: Element, { title, state, sentence, findings, more }: CheckWords): void {
  // Keeps a title with the text below it.
  doc.y = room(doc, size.total + 4 * gap.block) + gap.line;
  set(doc, whole, 'H2', `${title} – ${state}`, { font: 'bold', size: size.total });
  set(doc, whole, 'P', sentence);
  for (const each of findings) drawFinding(doc, whole, each);
  if (more) set(doc, whole, 'P', more, { color: ink.soft });
}

const INDENT = 12;

function drawFinding(doc: Doc, whole: Element, { quoted, what, suggestions }: FindingWords): void {
  set(doc, whole, 'P', quoted, { font: 'bold' }, INDENT);
  set(doc, whole, 'P', [what, suggestions].filter(Boolean).join('  ·  '), aboutStyle, INDENT);
}
