// Whether dist/server is built from the files as they are now, by their times and sizes: `npm start` has no time to read them all. If in doubt, it is not.
const { existsSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

/** What bundle.ts writes: the build of the pages, and each input and its folder with its time and its size. */
const listed = 'dist/server/inputs.json';

function isCurrent(root) {
  try {
    const { pages, inputs } = JSON.parse(readFileSync(join(root, listed), 'utf8'));
    return (
      existsSync(join(root, 'dist', pages, 'build.json')) && inputs.every(([path, ...was]) => String(stateOf(root, path)) === String(was))
    );
  } catch {
    return false;
  }
}

/** The first start makes a build whose files can be compressed better. */
function isQuicklyCompressed(root) {
  try {
    const { pages } = JSON.parse(readFileSync(join(root, listed), 'utf8'));
    return existsSync(join(root, 'dist', pages, 'quickly-compressed'));
  } catch {
    return false;
  }
}

function stateOf(root, path) {
  const { mtimeMs, size } = statSync(join(root, path));
  return [mtimeMs, size];
}

module.exports = { isCurrent, isQuicklyCompressed, listed, stateOf };
