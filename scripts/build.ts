// npm run build: builds the pages and bundles the server; for a release that is built once and started often. `--first`, which run.cjs sets, makes only what the
// first start of a clone waits for, and reports when the server can be started.
import { drawAhead } from '../src/infra/seo/draw-ahead.ts';
import { ensureBundled } from './bundle/bundle.ts';

const isQuick = process.argv.includes('--first');
const { id, build } = await ensureBundled({ log: (line) => console.log(line), isQuick, onBundled: () => process.send?.('bundled') });
if (!isQuick) await drawAhead(build);
console.log(`Pages ${build.id}, server ${id}, made ${new Date(build.timestamp).toISOString()}.`);
