import type { Ground } from '../../infra/ground.ts';
import type { PaperContent } from './contents.ts';

export function openPress(_: Ground) {
  return {
    async print(content: PaperContent): Promise<Buffer> {
      return Buffer.from(JSON.stringify(content));
    },
    async stop(): Promise<void> {},
  };
}
