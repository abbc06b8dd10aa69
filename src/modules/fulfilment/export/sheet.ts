// A delivery for the export worker, and as it draws it.
import type { CorrectedPart } from '#lib/corrections.ts';
import type { Block } from '#lib/markdown/markdown.ts';

/** The worker parses the text: a hostile one takes long. */
export type ExportTask = Omit<ExportDocument, 'blocks' | 'title'> & {
  readonly as: 'pdf' | 'docx' | 'title' | 'tracked';
  readonly text: string;
  /** Of a checked text with tracked changes. */
  readonly parts?: readonly CorrectedPart[];
};

export type ExportDocument = {
  /** Title in the document's metadata. */
  readonly title: string;
  /** The shop's name. */
  readonly author: string;
  /** Language tag: en, es or ja. */
  readonly lang: string;
  readonly deliveredAt: string;
  /** Footer of each page. */
  readonly foot: string;
  readonly blocks: readonly Block[];
  /** How it was made: a line at the end, and metadata. Null if it was not recorded. */
  readonly howMade: { readonly line: string; readonly properties: Readonly<Record<string, string>> } | null;
};
