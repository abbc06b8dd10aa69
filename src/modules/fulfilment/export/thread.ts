// Export worker thread: parses and renders deliveries. Loads the library of a format when it is first used.
import { move } from 'piscina';
import { joinRuns, readMarkdown } from '#lib/markdown/markdown.ts';
import type { ExportTask } from './sheet.ts';

async function make({ as, text, parts = [], ...sheet }: ExportTask): Promise<Uint8Array> {
  if (as === 'tracked') return (await import('./tracked.ts')).makeTracked({ ...sheet, title: sheet.foot, parts });
  const blocks = readMarkdown(text);
  const heading = blocks.find((block) => block.kind === 'heading');
  const title = (heading && joinRuns(heading.runs).trim()) || sheet.foot;
  if (as === 'title') return Buffer.from(title);
  if (as === 'docx') return (await import('./docx.ts')).makeDocx({ ...sheet, blocks, title });
  const [{ makePdf }, { readFonts }] = await Promise.all([import('./pdf.ts'), import('#platform/pdf/fonts.ts')]);
  return makePdf({ ...sheet, blocks, title }, await readFonts());
}

export const work = async (task: ExportTask) => move(new Uint8Array(await make(task)));
