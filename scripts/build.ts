// npm run build: what `npm start` does before it opens, for an image that is built once and started often.
import { ensureBuilt } from '../src/infra/web/build.ts';

const { id, timestamp } = await ensureBuilt({ log: (line) => console.log(line) });
console.log(`Build ${id}, made ${new Date(timestamp).toISOString()}.`);
