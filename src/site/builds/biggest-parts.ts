// What takes most of a bundle: packages, and files of our own, before they are minified and compressed.
import { relative } from 'node:path';
import type { Rolldown } from 'vite';
import { root } from '#platform/paths.ts';

const SHOWN = 10;

export function listBiggestParts({ output }: Pick<Rolldown.RolldownOutput, 'output'>): string {
  const sizes = new Map<string, number>();
  for (const chunk of output)
    for (const [id, { renderedLength }] of Object.entries(chunk.type === 'chunk' ? chunk.modules : {})) {
      const part = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? relative(root, id);
      sizes.set(part, (sizes.get(part) ?? 0) + renderedLength);
    }
  const biggest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  return biggest.map(([part, bytes]) => `${part} ${Math.round(bytes / 1_000)} kB`).join(', ');
}
