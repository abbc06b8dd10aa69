// Bundles the server: one file for each command and each thread, with shared chunks, and copies of the files
// that the code reads. A bundle's folder is named after the hash of its inputs and made atomically, like the
// pages; dist/server/main.js and its neighbours start the latest one.
import { copyFile, glob, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { hashInputs } from '#platform/hash-inputs.ts';
import { type Bundle, codeEntries, codeFiles, getBundledPath, getEntryName, root } from '#platform/paths.ts';
import { type Build, beginBuild } from '#site/builds/build.ts';
import { bundledPackages, listPackages } from '#site/builds/bundled-packages.ts';
import { withLock } from '#site/builds/lock.ts';
import { drawingInputs } from '#site/seo/drawings.ts';

/** What a person starts, by its name in dist/server. */
export const commands = {
  main: 'src/main.ts',
  audit: 'scripts/audit.ts',
  backup: 'scripts/backup.ts',
  export: 'scripts/export.ts',
  import: 'scripts/import.ts',
  key: 'scripts/key.ts',
  languages: 'scripts/languages.ts',
  reconcile: 'scripts/reconcile.ts',
  restore: 'scripts/restore.ts',
  mail: 'scripts/mail.ts',
  migrate: 'scripts/migrate.ts',
  'move-in': 'scripts/move-in.ts',
  'move-out': 'scripts/move-out.ts',
  operator: 'scripts/operator.ts',
  'papers-jump': 'scripts/papers-jump.ts',
  seed: 'scripts/seed.ts',
} as const;

/** What plugins import from the package. */
export const libraries = {
  plugin: 'src/server/plugins/plugin.ts',
  'plugin-kit': 'src/server/plugins/check-plugin.ts',
} as const;

/** In node_modules of a release: native code, threads with own files, what OpenTelemetry patches. */
export const externalPackages = ['@node-rs/argon2', 'pg', 'piscina'] as const;

/** The pages' id stands for the rest of src/. */
const inputs: readonly string[] = [
  'src/*.ts',
  'src/{audit,lib,modules,platform,sandbox,server,site}/**/*',
  'src/desk/server/**/*',
  'plugins/**/*',
  'src/ui/styles/tokens.css',
  'scripts/*.ts',
  'scripts/bundle/*.ts',
  'migrations/**/*',
  'locales/server/*.po',
  'package.json',
  'package-lock.json',
];

const server = join(root, 'dist/server');
/** A process that runs while a new bundle is made loads its later chunks from the old one. */
const OLD_BUNDLES = 1;

export type BundleBuild = Bundle & { readonly folder: string; readonly build: Build };

type BundleOptions = { readonly log?: (line: string) => void };

export async function ensureBundled({ log = () => undefined }: BundleOptions = {}): Promise<BundleBuild> {
  const { id: pages, words, pages: building } = await beginBuild({ log });
  await words;
  const id = `${await hashInputs(root, inputs)}-${pages.slice(0, 4)}`;
  const folder = join(server, id);
  const about = { id, pages, drawings: await hashInputs(root, drawingInputs) };
  await mkdir(server, { recursive: true });
  await withLock(join(server, 'lock'), async () => {
    if (!(await isThere(join(folder, 'packages.json')))) {
      const startedAtMs = Date.now();
      log('Bundling the server …');
      await makeBundle(about, folder);
      log(`Bundled the server (${id}) in ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s.`);
    }
    await writeStarters(id);
    await sweep(id);
  });
  return { ...about, folder, build: await building };
}

async function makeBundle(about: Bundle, folder: string): Promise<void> {
  const making = join(server, `making-${process.pid}`);
  await rm(making, { recursive: true, force: true });
  try {
    await bundleCode(about, making);
    await escapeBeyondAscii(making);
    await copyColorProfile(making);
    const copied = await copyFiles(join(making, 'files'));
    const list = join(making, 'packages.json');
    const packages = JSON.parse(await readFile(list, 'utf8')) as string[];
    await writeFile(list, JSON.stringify([...new Set([...packages, ...listPackages(copied)])]));
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function bundleCode(about: Bundle, folder: string): Promise<void> {
  const code = await rolldown({
    cwd: root,
    input: {
      ...commands,
      ...libraries,
      ...Object.fromEntries(codeEntries.map((path) => [getEntryName(path), path])),
    },
    platform: 'node',
    plugins: [bundledPackages()],
    // Asked for by pg and by graphile-worker only if somebody configures it, and Vite only with `--dev`.
    external: ['vite', 'pg-native', 'typescript', ...externalPackages],
    transform: { define: { __BUNDLE__: JSON.stringify(about) } },
    checks: { eval: false },
    onLog: (level, { code: name = '', message }, report) => {
      if (level === 'warn') throw new Error(`${name}: ${message}`);
      report(level, message);
    },
  });
  await code.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
    // Without white space, but with the names that stacks show.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await code.close();
}

/**
 * V8 keeps the text of code in memory: one byte for each character, or two for all of them if Node has to
 * decode one outside of ASCII. So those are escaped, after the source map is made: its lines stay right.
 */
async function escapeBeyondAscii(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.js'))) {
    const code = await readFile(join(folder, name), 'utf8');
    if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(code))
      throw new Error(`${name}: a character outside of ASCII follows a backslash, and cannot be escaped.`);
    const escaped = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    if (escaped !== code) await writeFile(join(folder, name), escaped);
  }
}

/** The profile of PDF/A documents, which pdfkit reads beside its own code. */
async function copyColorProfile(folder: string): Promise<void> {
  const profile = 'data/sRGB_IEC61966_2_1.icc';
  await mkdir(join(folder, 'data'));
  await copyFile(join(root, 'node_modules/pdfkit/js', profile), join(folder, profile));
}

async function copyFiles(to: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const path of glob(codeFiles, { cwd: root })) paths.push(path);
  await Promise.all(
    paths.map(async (path) => {
      const [from, copy] = [join(root, path), join(to, getBundledPath(path))];
      await mkdir(dirname(copy), { recursive: true });
      // Packages are never changed, so their large files need no second copy.
      if (!path.startsWith('node_modules/') || !(await isDone(link(from, copy)))) await copyFile(from, copy);
    }),
  );
  return paths;
}

/** The files that do not move: each starts the same command of the latest bundle. */
async function writeStarters(id: string): Promise<void> {
  for (const name of Object.keys(commands)) {
    await writeWhole(
      join(server, `${name}.js`),
      `import '../../check-node.cjs';\n\nprocess.setSourceMapsEnabled(true);\nawait import('./${id}/${name}.js');\n`,
    );
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}

async function sweep(current: string): Promise<void> {
  const names = (await readdir(server, { withFileTypes: true })).filter((each) => each.isDirectory() && each.name !== current);
  const folders = await Promise.all(
    names.map(async ({ name }) => ({ path: join(server, name), madeAt: (await stat(join(server, name))).mtimeMs })),
  );
  const old = folders.toSorted((a, b) => b.madeAt - a.madeAt).slice(OLD_BUNDLES);
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}

const isThere = (path: string): Promise<boolean> => isDone(stat(path));

const isDone = (action: Promise<unknown>): Promise<boolean> =>
  action.then(
    () => true,
    () => false,
  );
