// Runs a command of the shop: `run.cjs main --shop FOLDER`. From its source if the development dependencies are installed, otherwise from the build in dist/.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

// Not in tests: they say what they need. What the environment sets comes before the file.
if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
require('../shop-option.cjs');

const [name] = process.argv.splice(2, 1);
const root = join(__dirname, '..');
const source = join(root, name === 'main' ? 'src/main.ts' : `scripts/${name}.ts`);
const built = join(root, `dist/server/${name}.js`);
const file = existsSync(join(root, 'node_modules/vite')) ? source : built;

if (!existsSync(file)) {
  console.error(
    'There is no build in dist/, and the packages that make one are not installed: run npm ci && npm run build, or bring dist/ from a machine where that was done.',
  );
  process.exit(1);
}
process.argv[1] = file;
void import(pathToFileURL(file).href);
