// A Node that cannot start, or is not the right one: one clear sentence.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dataFolder } from './support/process.ts';

const root = join(import.meta.dirname, '..');
const folder = dataFolder();
afterAll(() => folder.drop());

/** As the system's loader reports it; the program itself never runs. */
const LOADER = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory';

/** A checkout whose installed Node cannot start. */
const bin = join(folder.path, 'node_modules/.bin');
mkdirSync(bin, { recursive: true });
writeFileSync(join(bin, 'node'), `#!/bin/sh\necho '${LOADER}' >&2\nexit 127\n`);
chmodSync(join(bin, 'node'), 0o755);
copyFileSync(join(root, 'check-node.cjs'), join(folder.path, 'check-node.cjs'));
writeFileSync(join(folder.path, 'older.cjs'), "Object.defineProperty(process, 'versions', { value: { node: '22.1.0' } });");

const older = (checkout: string) =>
  spawnSync(process.execPath, ['--require', join(folder.path, 'older.cjs'), join(checkout, 'check-node.cjs')], { encoding: 'utf8' });

test('another Node, and the installed one lacks a library: names the library and how to install it', () => {
  const { status, stderr } = older(folder.path);
  expect([status, stderr]).toEqual([
    1,
    'The Node that npm installed cannot start without the system library libatomic.so.1. Install it (Debian and Ubuntu: apt-get install libatomic1; Fedora: dnf install libatomic).\n',
  ]);
});

test('another Node, and the installed one works: names the right one', () => {
  const { status, stderr } = older(root);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Fanfare runs on Node 26, .*this is Node 22\.1\.0[^\n]*\n$/)]);
});

test('npm start with a Node that lacks a library: says what to install', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { prestart: string } };
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', scripts.prestart], { cwd: folder.path, env, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([1, expect.stringContaining('apt-get install libatomic1'), `${LOADER}\n`]);
});
