// Vitest's global setup: builds the web once, before any worker needs it.
import type { TestProject } from 'vitest/node';
import { type Build, ensureBuilt } from '#site/builds/build.ts';
import { drawAhead } from '../../scripts/release/draw-ahead.ts';

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
