// The dependencies that actions get as their first argument. app.ts creates them once.
import type { Calendar } from '#lib/time/calendar.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Db } from './database/database.ts';
import type { Log } from './logging/log.ts';

export type AppContext = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  /** The owner's, read at each use, because it may change at any time. */
  readonly calendar: () => Calendar;
  readonly log: Log;
};
