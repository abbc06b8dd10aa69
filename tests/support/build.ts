// Vitest's global setup: the web is built once, before any worker asks for it.
import { ensureBuilt } from '../../src/infra/web/build.ts';

export async function setup(): Promise<void> {
  await ensureBuilt({ log: (line) => console.log(line) });
}
