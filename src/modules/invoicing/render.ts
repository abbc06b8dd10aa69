// Renders documents as PDF in a worker thread.

import type { PaperLogo } from '#lib/look/paper-look.ts';
import type { AppContext } from '#platform/app-context.ts';
import { getThreadUrl } from '#platform/paths.ts';
import { createRenderWorker } from '#platform/threads/render-worker.ts';
import type { ThreadLimits } from '#platform/threads/thread.ts';
import type { PaperContent } from './contents.ts';
import { describeDocument, type PaperWords } from './document-words.ts';
import type { PaperSheet } from './draw.ts';

export function createRenderer(ctx: Pick<AppContext, 'log'>, limits?: ThreadLimits) {
  const press = createRenderWorker<PaperSheet>(getThreadUrl('src/modules/invoicing/render-thread.ts'), ctx, limits);
  return {
    print: async (content: PaperContent, logo: PaperLogo | null = null, eInvoice?: string): Promise<Buffer> =>
      press.print({ words: describeDocument(content, logo), eInvoice }, content.number),
    printWords: (words: PaperWords): Promise<Buffer> => press.print({ words }, words.fullTitle),
    stop: press.stop,
  };
}
