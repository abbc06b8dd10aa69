// npm run bench -- NAME: runs the benchmark in bench/NAME.ts. Without a name, lists them.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const shared = ['run', 'target', 'measure', 'processes', 'load'];
const names = globSync(join(import.meta.dirname, '*.ts')).map((path) => basename(path, '.ts'));
const benchmarks = names.filter((name) => !shared.includes(name)).sort();
// The benchmark reads its own arguments.
const [name = ''] = process.argv.splice(2, 1);
if (benchmarks.includes(name)) await import(pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href);
else console.error(`npm run bench -- NAME, one of ${benchmarks.join(', ')}.`);
