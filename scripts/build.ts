// npm run build: builds the pages and bundles the server; for a release that is built once and started often.
import { drawAhead } from '../src/infra/seo/draw-ahead.ts';
import { ensureBundled } from './bundle/bundle.ts';

const { id, build } = await ensureBundled({ log: (line) => console.log(line) });
await drawAhead(build);
console.log(`Pages ${build.id}, server ${id}, made ${new Date(build.timestamp).toISOString()}.`);
