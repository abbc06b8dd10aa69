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

// Node looks for the nearest package.json of every imported file, and parses a package's package.json for every file that imports the package. Drizzle's has
// 179 kB of exports: together 0.3 s of each start. A build's files import only their neighbours.
const { existsSync } = require('node:fs');
const { enableCompileCache, registerHooks } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

// Cache compiled code and stripped types in the system's temporary folder.
enableCompileCache();

const HEAVY = '/node_modules/drizzle-orm/';
const BUILD = pathToFileURL(join(__dirname, 'dist/')).href;
const SOURCE = pathToFileURL(join(__dirname, 'src/')).href;
/** All of the source finds a package at the same place. */
const packages = new Map();

const hooks = {
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    const isRelative = specifier.startsWith('.');
    if (isRelative && specifier.endsWith('.js') && (parentURL.startsWith(BUILD) || parentURL.includes(HEAVY)))
      return found(new URL(specifier, parentURL), 'module');
    if (!parentURL.startsWith(SOURCE)) return next(specifier, context);
    if (isRelative && specifier.endsWith('.ts')) {
      const url = new URL(specifier, parentURL);
      return existsSync(url) ? found(url, 'module-typescript') : next(specifier, context);
    }
    if (isRelative || specifier.startsWith('node:') || !context.conditions.includes('import')) return next(specifier, context);
    const known = packages.get(specifier) ?? next(specifier, context);
    packages.set(specifier, known);
    return { ...known, shortCircuit: true };
  },
};
const found = ({ href: url }, format) => ({ url, format, shortCircuit: true });
registerHooks(hooks);
