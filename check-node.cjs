// Loaded before anything else: says in one line what is wrong when the runtime that npm installed is not the one running.
const WANTED = 26;
const major = Number(process.versions.node.split('.')[0]);
if (major !== WANTED) {
  console.error(
    `Fanfare runs on Node ${WANTED}, which npm installs beside it; this is Node ${process.versions.node} (${process.platform} ${process.arch}). ` +
      'Start it with npm (npm start, npm test) after npm ci without --omit=optional; on a platform without a package, install Node 26 by hand.',
  );
  process.exit(1);
}
