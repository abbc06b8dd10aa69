// A checked text as DOCX: each correction that the customer takes is a tracked change, to accept or reject.
import { DeletedTextRun, Document, InsertedTextRun, Packer, Paragraph, type ParagraphChild, TextRun } from 'docx';
import type { CorrectedPart } from '#lib/corrections.ts';
import { setTimestamps } from './docx.ts';
import type { ExportDocument } from './sheet.ts';

export type TrackedDocument = Pick<ExportDocument, 'title' | 'author' | 'lang' | 'deliveredAt'> & {
  readonly parts: readonly CorrectedPart[];
};

export async function makeTracked({ title, author, lang, deliveredAt, parts }: TrackedDocument): Promise<Uint8Array> {
  const document = new Document({
    ...{ title, creator: author, lastModifiedBy: author },
    styles: { default: { document: { run: { font: 'Calibri', size: 22, language: { value: lang, eastAsia: 'ja' } } } } },
    sections: [{ children: toLines(parts, { author, date: deliveredAt }).map((children) => new Paragraph({ children })) }],
  });
  return setTimestamps(new Uint8Array(await Packer.toBuffer(document)), deliveredAt);
}

/** A line of the text is a paragraph. A correction stays in one. */
function toLines(parts: readonly CorrectedPart[], by: { readonly author: string; readonly date: string }): ParagraphChild[][] {
  const lines: ParagraphChild[][] = [];
  let line: ParagraphChild[] = [];
  let id = 0;
  const change = () => {
    id += 1;
    return { ...by, id };
  };
  const oneLine = (text: string): string => text.replaceAll('\n', ' ');
  for (const { text, replacement } of parts) {
    if (replacement === undefined) {
      const [first = '', ...rest] = text.split('\n');
      if (first) line.push(new TextRun(first));
      for (const next of rest) {
        lines.push(line);
        line = next ? [new TextRun(next)] : [];
      }
    } else {
      line.push(new DeletedTextRun({ ...change(), text: oneLine(text) }));
      if (replacement) line.push(new InsertedTextRun({ ...change(), text: oneLine(replacement) }));
    }
  }
  return [...lines, line];
}
