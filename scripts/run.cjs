// Runs a command of the shop, such as `run.cjs audit`: from its source if the development dependencies are
// installed, otherwise from the build in dist/. The shop itself runs from a build of this commit, which is
// made first if there is none.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { isBuilt } = require('./bundle/build-id.cjs');

/** A person who waits for the first start sees that it goes on. */
const PROGRESS_MS = 4_000;

// Not in tests: they say what they need. What the environment sets comes before the file.
if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env');

const [name] = process.argv.splice(2, 1);
const root = join(__dirname, '..');

run().catch((error) => {
  // An unknown option needs no stack.
  if (!error?.code?.startsWith('ERR_PARSE_ARGS_')) throw error;
  console.error(`${error.message}\ndocs/commands.md lists the options of npm run ${name}.`);
  process.exit(1);
});

async function run() {
  const hasSource = existsSync(join(root, 'node_modules/vite'));
  const isShop = name === 'main';
  if (isShop && hasSource && !isBuilt(root)) await build();
  const source = join(root, `scripts/${name}.ts`);
  const file = hasSource && !isShop ? source : join(root, `dist/server/${name}.js`);
  if (!existsSync(file)) {
    console.error(
      'There is no build in dist/, and the packages that make one are not installed: run npm ci && npm run build, or bring dist/ from a machine where that was done.',
    );
    process.exit(1);
  }
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}

async function build() {
  console.log('The shop is built once for this version.');
  const startedAt = Date.now();
  const progress = setInterval(() => console.log(`Still building, ${Math.round((Date.now() - startedAt) / 1_000)} s …`), PROGRESS_MS);
  const script = ['--require', join(root, 'check-node.cjs'), join(root, 'scripts/build.ts')];
  const [code] = await once(spawn(process.execPath, script, { cwd: root, stdio: 'inherit' }), 'close');
  clearInterval(progress);
  if (code !== 0) process.exit(1);
}
