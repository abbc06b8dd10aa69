// Renders documents as PDF in a worker thread.

import type { PaperLogo } from '#lib/look/paper-look.ts';
import type { AppContext } from '#platform/app-context.ts';
import { threadAt } from '#platform/paths.ts';
import { createRenderWorker } from '#platform/threads/render-worker.ts';
import type { ThreadLimits } from '#platform/threads/thread.ts';
import type { PaperContent } from './contents.ts';
import { type PaperWords, paperWords } from './document-words.ts';

export function createRenderer(ctx: Pick<AppContext, 'log'>, limits?: ThreadLimits) {
  const press = createRenderWorker<PaperWords>(threadAt('src/modules/invoicing/render-thread.ts'), ctx, limits);
  return {
    print: async (content: PaperContent, logo: PaperLogo | null = null): Promise<Buffer> =>
      press.print(paperWords(content, logo), content.number),
    stop: press.stop,
  };
}
