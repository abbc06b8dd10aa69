// npm run pack: writes dist/packages/fanfare-VERSION.tgz and create-fanfare-VERSION.tgz, as they are published; `--create-only` writes the second one.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../src/infra/paths.ts';
import { ensureBundled } from './bundle/bundle.ts';
import { makeCreatePackage } from './release/create-package.ts';
import { makePackage } from './release/release.ts';

const { values } = parseArgs({ options: { 'create-only': { type: 'boolean', default: false } } });
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const packages = join(root, 'dist/packages');
const names = values['create-only'] ? ['create-fanfare'] : ['fanfare', 'create-fanfare'];
await mkdir(packages, { recursive: true });
if (!values['create-only']) await makePackage(await ensureBundled({ log: (line) => console.log(line) }), join(packages, 'fanfare'));
await makeCreatePackage(join(packages, 'create-fanfare'), version);
for (const name of names) {
  const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', packages], {
    cwd: join(packages, name),
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`npm pack failed for ${name}`);
}
