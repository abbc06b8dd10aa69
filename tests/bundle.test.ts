// What a build leaves out of memory, and the settings of the process that runs it.
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { rolldown } from 'rolldown';
import { afterAll, describe, expect, test } from 'vitest';
import { absentPackages } from '../scripts/bundle/absent-packages.ts';
import { builtinModules } from '../scripts/bundle/builtin-modules.ts';
import { dataFolder } from './support/process.ts';

const folder = dataFolder();
afterAll(() => folder.drop());

async function bundled(name: string, code: string): Promise<string> {
  const input = join(folder.path, `${name}.ts`);
  writeFileSync(input, code);
  const file = join(folder.path, `${name}.mjs`);
  const build = await rolldown({
    input,
    cwd: join(import.meta.dirname, '..'),
    platform: 'node',
    plugins: [absentPackages(), builtinModules()],
  });
  await build.write({ file, format: 'esm' });
  await build.close();
  return file;
}

const printLoaded = "console.log(JSON.stringify(process.moduleLoadList.filter((each) => each.endsWith('undici/undici'))));";
const outputOf = (file: string): unknown => JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' }));

test('bundle, imports of http: have its functions, and do not load the client of fetch', async () => {
  const file = await bundled(
    'http',
    `import http, { createServer } from 'node:http'; import * as all from 'http'; if (createServer !== http.createServer || all.get !== http.get) throw new Error('differ'); ${printLoaded}`,
  );
  expect(outputOf(file)).toEqual([]);
});

test('bundle, a package that it does not need: is replaced', async () => {
  const file = await bundled(
    'absent',
    `import { cosmiconfigSync } from 'cosmiconfig'; import inject from 'light-my-request';
    let message; try { inject(); } catch (fault) { message = fault.message; }
    console.log(JSON.stringify([cosmiconfigSync('any').search(), message]));`,
  );
  expect(outputOf(file)).toEqual([null, expect.stringContaining('not in the bundle')]);
});
