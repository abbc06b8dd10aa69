// The thread that makes documents of deliveries, beside the one that serves. What one of them needs is loaded when somebody wants it.
import { parentPort } from 'node:worker_threads';
import type { Sheet } from './sheet.ts';

async function make(sheet: Sheet): Promise<Uint8Array> {
  if (sheet.as === 'docx') return (await import('./docx.ts')).makeDocx(sheet);
  const [{ makePdf }, { readFonts }] = await Promise.all([import('./pdf.ts'), import('../../../infra/pdf/fonts.ts')]);
  return makePdf(sheet, await readFonts());
}

parentPort?.on('message', (sheet: Sheet) => {
  void make(sheet).then((bytes) => {
    const own = new Uint8Array(bytes);
    parentPort?.postMessage(own, [own.buffer]);
  });
});
