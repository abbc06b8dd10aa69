// Builds the client if it is not built yet. A build's folder is named after the hash of its inputs, created
// atomically by a rename and never changed. Old builds stay for a week, because pages loaded before a deploy
// still request their chunks.
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getSystemErrorName } from 'node:util';
import { StartError } from '#platform/config/config.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { type Bundle, bundle, root } from '#platform/paths.ts';
import { withLock } from './lock.ts';

export type Build = {
  readonly id: string;
  /** Build time, in milliseconds since 1970. */
  readonly timestamp: number;
  readonly folder: string;
};

/**
 * The files that a build depends on. Their hash is the build's id, so a change to a file that is missing here
 * would not be noticed.
 */
const pageInputs: readonly string[] = [
  'src/ui/**/*',
  'src/account/**/*',
  'src/site/{enhance,frame,pages}/**/*',
  'src/desk/{app,features,shared}/**/*',
  'src/lib/**/*.ts',
  'src/pages.ts',
  'src/api.ts',
  'src/desk-api.ts',
  'src/live-topics.ts',
  'src/modules/**/{shapes,shapes-*,rules,statuses}.ts',
  'locales/!(server)/*.po',
  'src/site/builds/{bundled-packages,compile-macros}.ts',
  'src/platform/assets/compress.ts',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
];

const wordInputs: readonly string[] = ['locales/*/*.po', 'lingui.config.ts', 'package-lock.json'];

const dist = join(root, 'dist');
const words = join(root, 'locales/server');
const wordsMark = join(dist, 'words.txt');
const pagesLock = join(dist, 'lock');
const wordsLock = join(dist, 'words-lock');
/** Babel's syntax trees are young when they die: a twelfth of the build's processor time. */
const largeYoungSpace = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

const MAX_BUILD_AGE_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_OLD_BUILDS = 20;

type BuildOptions = { readonly log?: (line: string) => void };

export async function ensureBuilt(options: BuildOptions = {}): Promise<Build> {
  if (bundle) return getBundledBuild(bundle);
  const { pages, words } = await beginBuild(options);
  await words;
  return pages;
}

/** The sentences of the server are compiled beside the pages, and a bundle is made beside both. */
export async function beginBuild({ log = () => undefined }: BuildOptions = {}) {
  await makeDist();
  const words = ensureWords(log);
  // The caller awaits both, but later.
  words.catch(() => undefined);
  const id = await hashInputs(root, pageInputs);
  const pages = ensurePages(id, log);
  pages.catch(() => undefined);
  return { id, words, pages };
}

async function ensurePages(id: string, log: (line: string) => void): Promise<Build> {
  const ready = await readBuild(id);
  if (ready) return ready;
  return withLock(pagesLock, async () => {
    const meanwhile = await readBuild(id);
    if (meanwhile) return meanwhile;
    const startedAtMs = Date.now();
    log('Building the pages …');
    const build = await makeBuild(id, log);
    await sweep(id);
    log(`Built the pages (${id}) in ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s.`);
    return build;
  });
}

/**
 * Development serves the pages from their source, so that nothing is built: only the server's messages are
 * compiled.
 */
export async function createDevelopmentBuild({ log = () => undefined }: { log?: (line: string) => void } = {}): Promise<Build> {
  await makeDist();
  await ensureWords(log);
  return { id: 'development', timestamp: Date.now(), folder: dist };
}

/** Not recursively, because Node's recursive mkdir reports ENOENT on a read-only disk. */
async function makeDist(): Promise<void> {
  await mkdir(dist).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
  });
}

async function getBundledBuild({ pages }: Bundle): Promise<Build> {
  const build = await readBuild(pages);
  if (!build) throw new StartError([`The pages of this build are missing: dist/${pages}. Run npm run build, or unpack the release again.`]);
  return build;
}

/** All stored builds, newest first. */
export async function readBuilds(): Promise<readonly Build[]> {
  const names = await readdir(dist).catch(() => [] as string[]);
  const builds = await Promise.all(names.map(readBuild));
  return builds.filter((build) => build !== undefined).sort((a, b) => b.timestamp - a.timestamp);
}

async function readBuild(id: string): Promise<Build | undefined> {
  const folder = join(dist, id);
  try {
    const { timestamp } = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')) as { timestamp: number };
    return { id, timestamp, folder };
  } catch {
    return undefined;
  }
}

async function makeBuild(id: string, log: (line: string) => void): Promise<Build> {
  const folder = join(dist, id);
  const making = join(dist, `making-${process.pid}`);
  await rm(making, { recursive: true, force: true });
  try {
    const said = await run([...largeYoungSpace, 'node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], making, {
      BUILD_FOLDER: making,
    });
    log(said.trim());
    const timestamp = Date.now();
    await writeFile(join(making, 'build.json'), `${JSON.stringify({ id, timestamp })}\n`);
    // The existing folder is an incomplete build: a complete one would have been read.
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
    return { id, timestamp, folder };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Compiles the server's messages to files that Node imports. */
async function ensureWords(log: (line: string) => void): Promise<void> {
  const hash = await hashInputs(root, wordInputs);
  const isReady = async () => (await readFile(wordsMark, 'utf8').catch(() => '')) === hash && (await hasWords());
  if (await isReady()) return;
  await withLock(wordsLock, async () => {
    if (await isReady()) return;
    log('Compiling the sentences of the server …');
    await run(['node_modules/@lingui/cli/dist/lingui-compile.js', '--workers', '1'], words);
    await writeFile(wordsMark, hash);
  });
}

async function hasWords(): Promise<boolean> {
  const names = await readdir(words).catch(() => [] as string[]);
  return names.filter((name) => name.endsWith('.po')).every((name) => names.includes(name.replace(/\.po$/, '.mjs')));
}

async function sweep(current: string): Promise<void> {
  const builds = (await readBuilds()).filter(({ id }) => id !== current);
  const old = builds.filter(({ timestamp }, index) => index >= MAX_OLD_BUILDS || Date.now() - timestamp > MAX_BUILD_AGE_MS);
  await Promise.all(old.map(({ folder }) => rm(folder, { recursive: true, force: true })));
}

/**
 * Runs a tool that writes to a folder, in a child process with this Node, and returns what it prints. Its
 * warnings are shown only if it fails.
 */
function run(args: readonly string[], path: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    // A test runner sets another NODE_ENV. With --watch, Node would report imports to the tool's workers,
    // which do not expect it.
    env: { ...process.env, WATCH_REPORT_DEPENDENCIES: undefined, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let warned = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (warned += chunk.toString()));
  child.on('error', reject);
  child.on('close', (exit) => {
    const output = said + warned;
    const code = findSystemError(output);
    const error = new Error(`${args.join(' ')} failed with ${exit}:\n${output}`);
    if (exit === 0) resolve(said);
    else reject(code === undefined ? error : Object.assign(error, { code, path }));
  });
  return promise;
}

/** Rolldown writes "(os error 28)" where Node writes ENOSPC. */
function findSystemError(output: string): string | undefined {
  const [, number] = /\(os error (\d+)\)/.exec(output) ?? [];
  if (number !== undefined) return getSystemErrorName(-Number(number));
  return /\b(?:EACCES|EPERM|EROFS|ENOSPC|EDQUOT)\b/.exec(output)?.[0];
}
