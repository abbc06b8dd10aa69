// A report about the customer's own text as a delivery: its summary as Markdown, all of it as JSON and PDF.
import { getLanguage, type Locale } from '#lib/locale.ts';
import type { PaperLook } from '#lib/look/paper-look.ts';
import { loadMessages } from '#platform/i18n.ts';
import { readFonts } from '#platform/pdf/fonts.ts';
import { type CheckReport, getReportedText, type TextLanguage } from '../shapes-report.ts';
import { drawReport } from './pdf.ts';
import { describeReport, type ReportWords } from './words.ts';

export type ReportSettings = PaperLook & { readonly shopName: string };
type ReportBrief = {
  readonly pieceId: string;
  readonly madeAt: string;
  readonly language: TextLanguage;
  /** The reader's; that of the text if unknown. */
  readonly locale?: Locale;
  readonly answers: Readonly<Record<string, unknown>>;
};

/** The text is the answer to the question `text`. */
export async function makeReportPiece(report: CheckReport, brief: ReportBrief, { shopName, ...look }: ReportSettings) {
  await loadMessages();
  const locale = brief.locale ?? (brief.language === 'ja' ? 'jp' : brief.language);
  const { text } = brief.answers;
  const words = describeReport(report, typeof text === 'string' ? getReportedText(text) : '', locale);
  const counts = report.checks.map(({ findings, more }) => findings.length + more);
  const about = { lang: getLanguage(locale).html, author: shopName, look, number: brief.pieceId, madeAt: new Date(brief.madeAt), counts };
  const pdf = await drawReport(words, about, await readFonts());
  return {
    text: toMarkdown(words),
    files: [
      { name: 'report.json', bytes: Buffer.from(JSON.stringify(report, null, 2)) },
      { name: 'report.pdf', bytes: new Uint8Array(pdf) },
    ],
  };
}

/** The Markdown summary; the findings of each check are in the report and its files. */
function toMarkdown({ title, numbers, checks, notes }: ReportWords): string {
  const heads = [`# ${title}`, ...notes, numbers.map(({ name, text }) => `**${name}** ${text}`).join(' · ')];
  return [...heads, ...checks.map((check) => `**${check.title} – ${check.state}** · ${check.sentence}`)].join('\n\n');
}
