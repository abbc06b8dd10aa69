// What `npm start` compares a build with: the commit and the lock file.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Undefined without git: then a build is current as long as it is there. */
function getBuildId(root) {
  if (!existsSync(join(root, '.git'))) return undefined;
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) return undefined;
  return createHash('sha256')
    .update(stdout)
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function isBuilt(root) {
  try {
    const { id } = JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8'));
    const wanted = getBuildId(root);
    return existsSync(join(root, 'dist/server/main.js')) && (wanted === undefined || id === wanted);
  } catch {
    return false;
  }
}

module.exports = { getBuildId, isBuilt };
