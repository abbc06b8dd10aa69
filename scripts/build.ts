// npm run build: builds the pages, as `npm start` does first; for an image that is built once and started often.
import { drawAhead } from '../src/infra/seo/draw-ahead.ts';
import { ensureBuilt } from '../src/infra/web/builds/build.ts';

const build = await ensureBuilt({ log: (line) => console.log(line) });
await drawAhead(build);
console.log(`Build ${build.id}, made ${new Date(build.timestamp).toISOString()}.`);
