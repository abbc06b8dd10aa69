// Worker thread: draws invoices and receipts. A page of Japanese takes a tenth of a second of the processor.
import { move } from 'piscina';
import { readFonts } from '../../infra/pdf/fonts.ts';
import type { PaperWords } from './document-words.ts';
import { drawPaper } from './draw.ts';

const fonts = await readFonts();

export const work = async (words: PaperWords) => move(new Uint8Array(await drawPaper(words, fonts)));
