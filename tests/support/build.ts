// Vitest's global setup: the web is built once, before any worker asks for it.
import type { TestProject } from 'vitest/node';
import { type Build, ensureBuilt } from '../../src/infra/web/build.ts';
import { drawAhead } from '../../src/infra/web/found/draw-ahead.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    build: Build;
  }
}

export async function setup(project: TestProject): Promise<void> {
  const build = await ensureBuilt({ log: (line) => console.log(line) });
  await drawAhead(build);
  project.provide('build', build);
}
