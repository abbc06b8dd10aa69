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

describe.runIf(process.platform === 'linux')('settings of the allocator', () => {
  const probe = join(folder.path, 'probe.cjs');
  const printSettings = 'JSON.stringify([process.pid, process.env.MALLOC_ARENA_MAX, process.execArgv, process.argv.slice(2)])';
  writeFileSync(
    probe,
    `require(${JSON.stringify(join(import.meta.dirname, '../allocator.cjs'))});\nif (process.send) process.send('here'); else console.log(${printSettings});`,
  );
  const run = (environment: NodeJS.ProcessEnv, flags: readonly string[] = []) => {
    const { pid, stdout } = spawnSync(process.execPath, [...flags, '--max-semi-space-size=8', probe, '--shop', 'a b'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...environment },
    });
    const [ranAs, arenas, ...args] = JSON.parse(stdout);
    return { isSame: ranAs === pid, arenas, args };
  };
  const args = [['--max-semi-space-size=8'], ['--shop', 'a b']];
  const hasMuchMemory = getHeapStatistics().heap_size_limit > 2 ** 31;
  const limited = [
    [...(hasMuchMemory ? ['--max-old-space-size=1024'] : []), '--max-semi-space-size=8'],
    ['--shop', 'a b'],
  ];

  test('a start without them: the same process has them and a limit of its heap, with the same arguments', () => {
    expect(run({})).toEqual({ isSame: true, arenas: '2', args: limited });
  });

  test('a start with a limit of the heap: keeps it', () => {
    const [flags, rest] = args;
    for (const chosen of ['--max-old-space-size=3000', '--max_old_space_size=3000', '--max-heap-size=3000'])
      expect(run({}, [chosen])).toMatchObject({ arenas: '2', args: [[chosen, ...(flags ?? [])], rest] });
    expect(run({ NODE_OPTIONS: '--max-old-space-size=3000' })).toMatchObject({ arenas: '2', args });
  });

  test('a start with one of them: keeps it', () => {
    expect(run({ MALLOC_ARENA_MAX: '5' })).toEqual({ isSame: true, arenas: '5', args });
    expect(run({ MALLOC_TRIM_THRESHOLD_: '1' })).toEqual({ isSame: true, arenas: null, args });
  });

  test('a start by a process with a channel to it: keeps the channel', async () => {
    const child = fork(probe, { env: { PATH: process.env.PATH } });
    expect(await once(child, 'message')).toEqual(['here', undefined]);
    child.disconnect();
  });
});
