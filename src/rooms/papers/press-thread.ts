// The thread that draws papers, beside the one that serves: a page of Japanese takes a tenth of a second of nothing else.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { drawPaper, type Fonts } from './drawing.ts';
import type { PaperWords } from './paper-words.ts';

const fontAt = (path: string) => readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}`)));
const fonts: Fonts = {
  plain: await fontAt('noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
  bold: await fontAt('noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'),
  latinPlain: await fontAt('bricolage-grotesque/400Regular/BricolageGrotesque_400Regular.ttf'),
  latinBold: await fontAt('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'),
};

parentPort?.on('message', (words: PaperWords) => {
  void drawPaper(words, fonts).then((bytes) => {
    const own = new Uint8Array(bytes);
    parentPort?.postMessage(own, [own.buffer]);
  });
});
