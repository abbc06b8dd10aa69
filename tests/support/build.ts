// Vitest's global setup: the web is built once, before any worker asks for it.
import type { TestProject } from 'vitest/node';
import { type Build, ensureBuilt } from '../../src/infra/web/build.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    build: Build;
  }
}

export async function setup(project: TestProject): Promise<void> {
  project.provide('build', await ensureBuilt({ log: (line) => console.log(line) }));
}
