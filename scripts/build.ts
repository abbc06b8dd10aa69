// npm run build: builds the pages and bundles the server; for a release that is built once and started often.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#platform/paths.ts';
import { getBuildId } from './bundle/build-id.cjs';
import { ensureBundled } from './bundle/bundle.ts';

// Before anything is read: a commit that is made meanwhile needs another build.
const buildId = getBuildId(root);
const { id, build } = await ensureBundled({ log: (line) => console.log(line) });
await writeFile(join(root, 'dist/build.json'), JSON.stringify({ id: buildId }));
console.log(`Pages ${build.id}, server ${id}, made ${new Date(build.timestamp).toISOString()}.`);
