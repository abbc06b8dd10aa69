// Notes which functions of src/ the tests of this worker enter (`npm run coverage`). Loaded before the first module of the product.
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

const root = join(import.meta.dirname, '../..');
const source = pathToFileURL(join(root, 'src/')).href;
const folder = join(root, 'artefacts/coverage');

type Entered = Record<string, Record<string, boolean>>;
const worker = globalThis as { coverage?: { readonly session: Session; readonly entered: Entered } };

if (!worker.coverage) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
  worker.coverage = { session, entered: {} };
}

/** A worker is killed at its end, so it writes after each file. */
afterAll(async () => {
  if (!worker.coverage) return;
  const { session, entered } = worker.coverage;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  for (const { url, functions } of result) {
    if (!url.startsWith(source)) continue;
    const name = url.slice(source.length);
    const file = entered[name] ?? {};
    entered[name] = file;
    for (const { functionName, ranges } of functions) {
      const [{ startOffset, count } = { startOffset: 0, count: 0 }] = ranges;
      const key = `${startOffset} ${functionName}`;
      file[key] = file[key] === true || count > 0;
    }
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(entered));
});
