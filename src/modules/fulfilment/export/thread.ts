// Export worker thread: renders deliveries. Loads the library of a format when it is first used.
import { move } from 'piscina';
import type { ExportDocument } from './sheet.ts';

async function make(sheet: ExportDocument): Promise<Uint8Array> {
  if (sheet.as === 'docx') return (await import('./docx.ts')).makeDocx(sheet);
  const [{ makePdf }, { readFonts }] = await Promise.all([import('./pdf.ts'), import('../../../infra/pdf/fonts.ts')]);
  return makePdf(sheet, await readFonts());
}

export const work = async (sheet: ExportDocument) => move(new Uint8Array(await make(sheet)));
