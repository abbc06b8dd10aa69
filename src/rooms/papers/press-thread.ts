// The thread that draws papers, beside the one that serves: a page of Japanese takes a tenth of a second of nothing else.
import { parentPort } from 'node:worker_threads';
import { readFonts } from '../../infra/pdf/fonts.ts';
import { drawPaper } from './drawing.ts';
import type { PaperWords } from './paper-words.ts';

const fonts = await readFonts();

parentPort?.on('message', (words: PaperWords) => {
  void drawPaper(words, fonts).then((bytes) => {
    const own = new Uint8Array(bytes);
    parentPort?.postMessage(own, [own.buffer]);
  });
});
