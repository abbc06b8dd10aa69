// npm run docs: writes the documents as a static site to dist/docs, for any web server or to be opened from the folder.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSite } from './docs/site.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/docs');

const site = await buildSite(root);
rmSync(folder, { recursive: true, force: true });
for (const [path, content] of site) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
console.log(`${[...site.keys()].filter((path) => path.endsWith('.html')).length} pages: ${join(folder, 'index.html')}`);
