// Runs after `npm ci`, on the Node that ran npm: removes from the installed packages what neither the shop nor its tests read, a quarter of them all. Without it
// (`npm ci --ignore-scripts`) everything works too, and needs more space.
const { existsSync, readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const kept = '400Regular|500Medium|700Bold';

/** Of the packages, the paths to remove. Those of folders end in `/`. */
const unused = [
  // Headers to compile native packages with: there are none to compile.
  [/^node-(linux|darwin|win)-/, /^(include|share)\/$/],
  // The same program as harper_wasm_bg.wasm, inlined into scripts, and its smaller build.
  [/^harper\.js$/, /^dist\/(binaryInlined\.js|slimBinaryInlined\.js|harper_wasm_slim_bg\.wasm)$/],
  // Weights that src/infra/paths.ts does not name.
  [/^@expo-google-fonts\//, new RegExp(`^(?!(${kept})/)\\d{3}\\w+/$`)],
  // Builds for browsers without modules, and parts that are not imported.
  [/^docx$/, /^dist\/(.*\.(iife|umd)\.c?js|(bibliography|charts|html|layout|shapes)\.[cm]js)$/],
  // Sources beside their builds, and a build for old browsers.
  [/^(zod$|@tanstack\/)/, /^(src|build\/legacy)\/$/],
  // For another runtime than Node.
  [/^bare-/, /^prebuilds\/$/],
  // Stack traces name the code that runs.
  [/^/, /\.map$/],
];

trimPackages(join(__dirname, '../../node_modules'));

function trimPackages(folder, scope = '') {
  if (!existsSync(folder)) return;
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory() && !each.name.startsWith('.')))
    if (name.startsWith('@')) trimPackages(join(folder, name), `${name}/`);
    else trimPackage(join(folder, name), `${scope}${name}`);
}

function trimPackage(folder, name) {
  const patterns = unused.flatMap(([names, paths]) => (names.test(name) ? [paths] : []));
  trimFolder(folder, '', patterns);
  trimPackages(join(folder, 'node_modules'));
}

function trimFolder(folder, within, patterns) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${within}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    if (patterns.some((each) => each.test(path))) rmSync(join(folder, entry.name), { recursive: true, force: true });
    else if (entry.isDirectory() && entry.name !== 'node_modules') trimFolder(join(folder, entry.name), path, patterns);
  }
}
