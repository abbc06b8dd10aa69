// Preloaded before the app. Reports in one line if the running Node is not the one that npm installed, or if that one cannot start.
const WANTED = 26;
const major = Number(process.versions.node.split('.')[0]);
if (major !== WANTED) {
  console.error(
    installedNodeFault() ??
      `Fanfare runs on Node ${WANTED}, which npm installs beside it; this is Node ${process.versions.node} (${process.platform} ${process.arch}). ` +
        'Start it with npm (npm start, npm test) after npm ci without --omit=optional, or a release with bin/node; on a platform without a package, install Node 26 by hand.',
  );
  process.exit(1);
}

/** The Node that npm installed cannot say this itself. */
function installedNodeFault() {
  const { spawnSync } = require('node:child_process');
  const { join } = require('node:path');
  const { stderr } = spawnSync(join(__dirname, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' });
  const [, library] = /error while loading shared libraries: ([^:\s]+)/.exec(stderr ?? '') ?? [];
  const install = library === 'libatomic.so.1' ? ' (Debian and Ubuntu: apt-get install libatomic1; Fedora: dnf install libatomic)' : '';
  return library && `The Node that npm installed cannot start without the system library ${library}. Install it${install}.`;
}

// Caches compiled code and stripped types in the system's temporary folder.
require('node:module').enableCompileCache();
