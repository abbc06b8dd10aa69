// resvg for worker threads and child processes: one WebAssembly file for every platform, which gives the same
// bytes everywhere. It can be initialized once only.
import { readFile } from 'node:fs/promises';
import { initWasm } from '@resvg/resvg-wasm';
import { codeFile } from '../paths.ts';

await initWasm(await readFile(codeFile('node_modules/@resvg/resvg-wasm/index_bg.wasm')));

export { Resvg } from '@resvg/resvg-wasm';
