// npm run release: builds the shop and writes dist/release/fanfare-VERSION-SYSTEM.tar.gz, which starts with
// `./fanfare start`. `--folder PATH` writes the folder instead of an archive; `--without-database` leaves out
// the embedded PostgreSQL; `--packages` writes the npm packages fanfare and create-fanfare to dist/packages.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#platform/paths.ts';
import { ensureBundled } from './bundle/bundle.ts';
import { makeCreatePackage } from './release/create-package.ts';
import { makePackage, makeRelease } from './release/release.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    'without-database': { type: 'boolean', default: false },
    packages: { type: 'boolean', default: false },
  },
});
const made = await ensureBundled({ log: (line) => console.log(line) });
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
await (values.packages ? writePackages() : writeRelease());

async function writeRelease(): Promise<void> {
  const name = `fanfare-${version}-${process.platform}-${process.arch}${values['without-database'] ? '-without-database' : ''}`;
  const releases = join(root, 'dist/release');
  const folder = values.folder ?? join(releases, name);
  await mkdir(releases, { recursive: true });
  await makeRelease(made, { folder, withDatabase: !values['without-database'], withNode: true });
  if (values.folder !== undefined) return;
  const archive = `${folder}.tar.gz`;
  run('tar', ['-czf', archive, '-C', releases, name]);
  await rm(folder, { recursive: true });
  const { size } = await stat(archive);
  console.log(`${archive}: ${Math.round(size / 1e6)} MB. Unpack it and start it with ./fanfare start.`);
}

async function writePackages(): Promise<void> {
  const packages = join(root, 'dist/packages');
  await mkdir(packages, { recursive: true });
  await makePackage(made, join(packages, 'fanfare'));
  await makeCreatePackage(join(packages, 'create-fanfare'), version);
  for (const name of ['fanfare', 'create-fanfare']) run('npm', ['pack', '--silent', '--pack-destination', packages], join(packages, name));
}

function run(command: string, args: readonly string[], cwd = root): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} failed`);
}
