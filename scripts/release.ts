// npm run release: builds the shop and writes dist/release/fanfare-VERSION-SYSTEM.tar.gz, which starts with `bin/node dist/server/main.js`. `--folder PATH`
// writes the folder instead of an archive; `--without-database` leaves out the embedded PostgreSQL.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../src/infra/paths.ts';
import { ensureBundled } from './bundle/bundle.ts';
import { makeRelease } from './release/release.ts';

const { values } = parseArgs({ options: { folder: { type: 'string' }, 'without-database': { type: 'boolean', default: false } } });
const log = (line: string): void => console.log(line);
const made = await ensureBundled({ log });

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `fanfare-${version}-${process.platform}-${process.arch}${values['without-database'] ? '-without-database' : ''}`;
const releases = join(root, 'dist/release');
const folder = values.folder ?? join(releases, name);
await mkdir(releases, { recursive: true });
await makeRelease(made, { folder, withDatabase: !values['without-database'], withNode: true });
if (values.folder === undefined) {
  const archive = `${folder}.tar.gz`;
  const { status } = spawnSync('tar', ['-czf', archive, '-C', releases, name], { stdio: 'inherit' });
  if (status !== 0) throw new Error('tar failed');
  await rm(folder, { recursive: true });
  const { size } = await stat(archive);
  console.log(`${archive}: ${Math.round(size / 1e6)} MB. Unpack it and start it with bin/node dist/server/main.js.`);
}
