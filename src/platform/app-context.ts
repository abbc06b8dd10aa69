// The dependencies that actions get as their first argument. app.ts creates them once.
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Db } from './database/database.ts';
import type { Log } from './logging/log.ts';

export type AppContext = { readonly config: Config; readonly db: Db; readonly clock: Clock; readonly log: Log };
