// Vitest's global setup: builds the web once, before any worker needs it.
import type { TestProject } from 'vitest/node';
import { drawAhead } from '#platform/seo/draw-ahead.ts';
import { type Build, ensureBuilt } from '#platform/web/builds/build.ts';

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
