// Tools that few people need are not among the packages that `npm ci` installs. The first use of one installs
// it by its own lock file, scripts/tools/NAME, into node_modules/.cache; npm compares each package with the
// hash in that file.
import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const tools = ['api-clients', 'autocannon', 'drizzle-kit', 'lighthouse', 'subset-font'] as const;
type Tool = (typeof tools)[number];

const cache = join(import.meta.dirname, '../../node_modules/.cache/fanfare/tools');
/** Of npm's report; a stack follows them. */
const NPM_LINES = 4;
const files = ['package.json', 'package-lock.json'] as const;

/** The module `file` of the tool's packages, such as `lighthouse/core/index.js`. */
export const loadTool = async <Module>(tool: Tool, file: string): Promise<Module> =>
  (await import(pathToFileURL(getToolFile(tool, file)).href)) as Module;

export const getToolFile = (tool: Tool, file: string): string => join(fetchTool(tool), 'node_modules', file);

function fetchTool(tool: Tool): string {
  const source = join(import.meta.dirname, tool);
  const hash = createHash('sha256').update(readFileSync(join(source, 'package-lock.json')));
  const folder = join(cache, `${tool}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const filling = `${folder}.${process.pid}`;
  mkdirSync(filling, { recursive: true });
  for (const file of files) copyFileSync(join(source, file), join(filling, file));
  console.log(`Installing ${tool} into node_modules/.cache, once …`);
  const error = installInto(filling);
  if (error === undefined) keep(filling, folder);
  rmSync(filling, { recursive: true, force: true });
  if (error === undefined) return folder;
  console.error(
    `${tool} is not part of npm ci, and npm could not install it into node_modules/.cache. Run this again with a connection to npm's registry; ` +
      `afterwards it works without one.\n\n${error}`,
  );
  process.exit(1);
}

/** What went wrong, if anything. */
function installInto(folder: string): string | undefined {
  const { npm_execpath: npm = '' } = process.env;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const options: SpawnSyncOptionsWithStringEncoding = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] };
  const { status, stderr, error } = npm.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return status === 0 ? undefined : (error?.message ?? stderr.split('\n').slice(0, NPM_LINES).join('\n'));
}

/** Another process may have installed it meanwhile. */
function keep(filling: string, folder: string): void {
  try {
    renameSync(filling, folder);
  } catch (cause) {
    if (!existsSync(folder)) throw cause;
  }
}
