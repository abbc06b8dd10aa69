// Worker thread that draws documents: a page of Japanese takes 100 ms of CPU.
import { move } from 'piscina';
import { readFonts } from '#platform/pdf/fonts.ts';
import { drawPaper, type PaperSheet } from './draw.ts';

const fonts = await readFonts();

export const work = async (sheet: PaperSheet) => move(new Uint8Array(await drawPaper(sheet, fonts)));
