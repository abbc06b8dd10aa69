// Runs a command of the shop, such as `run.cjs main`. From its source if the development dependencies are installed, otherwise from the build in dist/.
// The shop itself starts from a build that is current, in half the time. The first start makes one; later ones, when the shop is open, for the next start.
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { setPriority } = require('node:os');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

// Not in tests: they say what they need. What the environment sets comes before the file.
if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
const isShop = process.argv[2] === 'main' && !process.argv.includes('--dev') && process.env.NODE_ENV !== 'test';

/** The first requests of a new shop come first. */
const BUILD_AFTER_MS = 20_000;
const LOW_PRIORITY = 10;

const [name] = process.argv.splice(2, 1);
const root = join(__dirname, '..');
const source = join(root, name === 'main' ? 'src/main.ts' : `scripts/${name}.ts`);
const built = join(root, `dist/server/${name}.js`);
const hasSource = existsSync(join(root, 'node_modules/vite'));
const wantsBuild = hasSource && isShop;

run();

function run() {
  const current = wantsBuild ? require('./bundle/current.cjs') : undefined;
  const isBuilt = wantsBuild && current.isCurrent(root);
  const file = hasSource && !isBuilt ? source : built;
  if (!existsSync(file)) {
    console.error(
      'There is no build in dist/, and the packages that make one are not installed: run npm ci && npm run build, or bring dist/ from a machine where that was done.',
    );
    process.exit(1);
  }
  if (wantsBuild && (!isBuilt || current.isQuicklyCompressed(root))) setTimeout(improve, BUILD_AFTER_MS).unref();
  process.argv[1] = file;
  import(pathToFileURL(file).href).catch(explain);
}

/** An unknown option needs no stack. */
function explain(fault) {
  if (!fault?.code?.startsWith('ERR_PARSE_ARGS_')) throw fault;
  console.error(`${fault.message}\ndocs/commands.md lists the options of npm run ${name}.`);
  process.exit(1);
}

/** A start works without it, so a failure is not reported. */
function improve() {
  const script = ['--require', join(root, 'check-node.cjs'), join(root, 'scripts/build.ts')];
  const child = spawn(process.execPath, script, { cwd: root, stdio: 'ignore' }).on('error', () => {});
  child.unref();
  try {
    setPriority(child.pid, LOW_PRIORITY);
  } catch {}
}
