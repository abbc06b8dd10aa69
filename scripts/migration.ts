// npm run migration -- --name what-it-does: writes a migration from the tables. `--custom` writes an empty one, for what Drizzle does not support.
import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { toolFile } from './tools/fetch-tool.ts';

const kit = toolFile('drizzle-kit', 'drizzle-kit/bin.cjs');
const { status } = spawnSync(process.execPath, [kit, 'generate', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;

// The next migration is compared with the newest one alone.
for (const path of globSync('migrations/meta/*_snapshot.json').sort().slice(0, -1)) rmSync(path);
