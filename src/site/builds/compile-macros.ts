// Vite plugin: compiles Lingui's macros with Babel. Results are kept, because Babel takes a third of a start
// of development, and because the pages are compiled for the server and for browsers.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '#platform/paths.ts';

type Compiled = { readonly code: string; readonly map: string };

const cacheFolder = join(root, 'node_modules/.cache/fanfare-macros');

export function compileMacros(): Plugin {
  // With other versions of the compiler, other results. In production, Lingui leaves the sentences out.
  const compiler = hashParts(readFileSync(join(root, 'package-lock.json')), String(process.env.NODE_ENV));
  const compiling = new Map<string, Promise<Compiled>>();
  return {
    name: 'compile-macros',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?(?:$|\?)/, code: /from '@lingui\/(?:core|react)\/macro'/ },
      async handler(code, id) {
        const path = join(cacheFolder, `${hashParts(compiler, relative(root, id), code)}.json`);
        // Environments are built at the same time.
        const known = compiling.get(path) ?? readOrCompile(path, code, id);
        compiling.set(path, known);
        return known;
      },
    },
  };
}

async function readOrCompile(path: string, code: string, filename: string): Promise<Compiled> {
  const before = readKept(path);
  if (before) return before;
  const compiled = await compile(code, filename);
  keep(path, compiled);
  return compiled;
}

async function compile(code: string, filename: string): Promise<Compiled> {
  const { transformAsync } = await import('@babel/core');
  const result = await transformAsync(code, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { sourceType: 'module', plugins: /\.tsx/.test(filename) ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: ['@lingui/babel-plugin-lingui-macro'],
  });
  return { code: result?.code ?? code, map: JSON.stringify(result?.map ?? null) };
}

function hashParts(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function readKept(path: string): Compiled | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Compiled;
  } catch {
    return undefined;
  }
}

/** Several builds may write at the same time. If the folder cannot be written, each build compiles again. */
function keep(path: string, compiled: Compiled): void {
  try {
    mkdirSync(cacheFolder, { recursive: true });
    const making = `${path}.${process.pid}`;
    writeFileSync(making, JSON.stringify(compiled));
    renameSync(making, path);
  } catch {
    return;
  }
}
