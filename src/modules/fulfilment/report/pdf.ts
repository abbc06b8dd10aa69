// Renders a report as PDF, with the layout of invoices.

import type { PaperLook } from '#lib/look/paper-look.ts';
import {
  aboutStyle,
  accent,
  beginSheet,
  type Doc,
  drawBar,
  drawLogo,
  drawText,
  type Element,
  endSheet,
  ensureSpace,
  gap,
  ink,
  measureHeight,
  page,
  size,
  width,
} from '#platform/pdf/document.ts';
import type { Fonts } from '#platform/pdf/fonts.ts';
import { placeLogo, renderLogo } from '#platform/pdf/owner-logo.ts';
import type { CheckWords, FindingWords, ReportWords } from './words.ts';

export type ReportAbout = {
  readonly lang: string;
  readonly author: string;
  readonly look: PaperLook;
  readonly number: string;
  readonly madeAt: Date;
  /** The number of findings of each check. */
  readonly counts: readonly number[];
};

export async function drawReport(words: ReportWords, about: ReportAbout, fonts: Fonts): Promise<Buffer> {
  const { doc, root } = beginSheet({ ...about, title: words.title, isUniversal: true }, fonts);
  const colour = about.look.accent ?? accent.mark;
  const own = about.look.logo && (await renderLogo(about.look.logo, size.title + gap.line));
  const logoWidth = own ? own.width + 2 * gap.line : about.look.plain ? 0 : size.title + 2 * gap.line;
  if (own) placeLogo(doc, root, own, { x: page.left, y: page.top - 4 }, about.look.logo?.includesName ? about.author : null);
  else if (!about.look.plain) drawLogo(doc, page.left - 2, page.top - 4, size.title + gap.line, colour);
  const beside = { x: page.left + logoWidth, y: page.top - 4, width: width - logoWidth };
  doc.y = drawText(doc, root, 'H1', words.title, beside, { font: 'bold', size: size.title }) + gap.line;
  for (const note of words.notes) set(doc, root, 'P', note, { color: ink.soft });
  set(doc, root, 'P', words.numbers.map(({ name, text }) => `${name} ${text}`).join('  ·  '));
  doc.y += gap.line;
  drawCounts(doc, root, words.checks, about.counts, colour);
  for (const check of words.checks) drawCheck(doc, root, check);
  return endSheet(doc, root, about);
}

/** A bar for each check, as long as its number of findings. */
function drawCounts(doc: Doc, root: Element, checks: readonly CheckWords[], counts: readonly number[], colour: string): void {
  const most = Math.max(...counts, 1);
  const name = { x: page.left, width: width * 0.3 };
  const bars = { x: page.left + width * 0.32, width: width * 0.5 };
  for (const [index, { title, state }] of checks.entries()) {
    const count = counts[index] ?? 0;
    const y = ensureSpace(doc, size.text + gap.line);
    const line = doc.struct('P');
    root.add(line);
    const bottom = drawText(doc, line, 'Span', `${title}: `, { ...name, y });
    drawText(
      doc,
      line,
      'Span',
      count > 0 ? String(count) : state,
      { x: bars.x + bars.width + gap.line, y, width: width * 0.17 },
      { color: ink.soft },
    );
    line.end();
    drawBar(doc, { x: bars.x, y: y + 4, width: (bars.width * count) / most }, count > 0 ? colour : ink.rule);
    doc.y = bottom + gap.small;
  }
  doc.y += gap.line;
}

type ReportTextStyle = NonNullable<Parameters<typeof drawText>[5]>;

/** Starts a new page if the text does not fit. No text is longer than a page. */
function set(doc: Doc, at: Element, as: string, text: string, style: ReportTextStyle = {}, indent = 0): void {
  const box = { x: page.left + indent, width: width - indent };
  const y = ensureSpace(doc, measureHeight(doc, text, box.width, style));
  doc.y = drawText(doc, at, as, text, { ...box, y }, style) + gap.small;
}

function drawCheck(doc: Doc, root: Element, { title, state, sentence, findings, more }: CheckWords): void {
  // Keeps a title with the text below it.
  doc.y = ensureSpace(doc, size.total + 4 * gap.block) + gap.line;
  set(doc, root, 'H2', `${title} – ${state}`, { font: 'bold', size: size.total });
  set(doc, root, 'P', sentence);
  for (const each of findings) drawFinding(doc, root, each);
  if (more) set(doc, root, 'P', more, { color: ink.soft });
}

const INDENT = 12;

function drawFinding(doc: Doc, root: Element, { quoted, what, suggestions }: FindingWords): void {
  set(doc, root, 'P', quoted, { font: 'bold' }, INDENT);
  set(doc, root, 'P', [what, suggestions].filter(Boolean).join('  ·  '), aboutStyle, INDENT);
}
