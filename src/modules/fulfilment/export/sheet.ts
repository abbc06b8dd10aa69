// What a document is made from: a delivery, ready to be drawn in another thread.
import type { Block } from '../../../lib/markdown/markdown.ts';

export type Sheet = {
  readonly as: 'pdf' | 'docx';
  /** Of the document, for who reads aloud what is open. */
  readonly title: string;
  /** The shop. */
  readonly author: string;
  /** Of HTML: en, es or ja. */
  readonly lang: string;
  readonly deliveredAt: string;
  /** At the foot of each page. */
  readonly foot: string;
  readonly blocks: readonly Block[];
};
