// Worker thread that draws documents: a page of Japanese takes 100 ms of CPU.
import { move } from 'piscina';
import { readFonts } from '#platform/pdf/fonts.ts';
import type { PaperWords } from './document-words.ts';
import { drawPaper } from './draw.ts';

const fonts = await readFonts();

export const work = async (words: PaperWords) => move(new Uint8Array(await drawPaper(words, fonts)));
