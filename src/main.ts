// Entry point: config → database → modules → listen. `--dev`, which a bundle does not have, serves pages from
// their source; everything else is set by the environment.

import { nameFiles } from '#modules/content/source/shop-files.ts';
import { readConfig, StartError } from '#platform/config/config.ts';
import { bundle } from '#platform/paths.ts';

try {
  const args = process.argv.slice(2);
  const unknown = args.filter((arg) => arg !== '--dev' || bundle);
  if (unknown.length > 0)
    throw new StartError([
      `Unknown argument ${unknown.join(' ')}: the environment configures the process (JOBS=only runs only the jobs, SHOP_DIR names the folder of the shop).`,
    ]);
  // Telemetry is loaded before the code that it observes. By `--import`, Node would repeat it in every
  // thread.
  const telemetry = process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? await import('#platform/telemetry/telemetry.ts') : undefined;
  const { start } = await import('./start.ts');
  await start({ environment: process.env, dev: args.includes('--dev'), telemetry });
} catch (error) {
  // Configuration errors are printed without a stack trace; anything else is a bug and keeps its stack.
  console.error(error instanceof StartError ? nameFiles(error.lines, readConfig(process.env).config.shopDir).join('\n') : error);
  process.exit(1);
}
