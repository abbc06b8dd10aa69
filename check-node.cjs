// Loaded before anything else. First it says in one line what is wrong when the runtime that npm installed is not the one running.
const WANTED = 26;
const major = Number(process.versions.node.split('.')[0]);
if (major !== WANTED) {
  console.error(
    `Fanfare runs on Node ${WANTED}, which npm installs beside it; this is Node ${process.versions.node} (${process.platform} ${process.arch}). ` +
      'Start it with npm (npm start, npm test) after npm ci without --omit=optional; on a platform without a package, install Node 26 by hand.',
  );
  process.exit(1);
}

// For every file that a package loads of its own, Node 26 reads the package's package.json anew. Drizzle's has 179 kB of exports: that alone
// cost 0.7 s and 115 MB at every start. A file that asks for its neighbour needs none of it.
const { enableCompileCache, registerHooks } = require('node:module');

// What was compiled once, and the types taken out of it, is kept in the system's folder for temporary files.
enableCompileCache();

const HEAVY = '/node_modules/drizzle-orm/';
registerHooks({
  resolve(specifier, context, next) {
    const isNeighbour = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.includes(HEAVY);
    return isNeighbour
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
