// npm run operator -- add ada@shop.example "Ada" owner: prints a link with which somebody joins the desk of the shop that runs, or joins it anew. It is for
// whoever sits at the machine: the one way in where nobody works at the desk yet, or nobody can log in any more.
import { systemClock } from '../src/infra/clock.ts';
import { openSecrets } from '../src/infra/config/secrets.ts';
import { closeDb, openDb } from '../src/infra/database/database.ts';
import { openSeals } from '../src/infra/identity/encryption.ts';
import { makeLog } from '../src/infra/logging/log.ts';
import { linkFor } from '../src/modules/desk/actions.ts';
import { inviteShape } from '../src/modules/desk/shapes.ts';
import { findRunningShop } from './running-shop.ts';

const [act, email, name, role = 'owner'] = process.argv.slice(2);
const asked = inviteShape.safeParse({ email, name, role });
if (act !== 'add' || !asked.success) {
  console.error('npm run operator -- add ada@shop.example "Ada" owner   (or manager, maker, support)');
  process.exit(1);
}
const { config, connection } = findRunningShop();
if (config.deskUrl === undefined) {
  console.error('DESK_URL must be set in production: the desk answers at a host name of its own only.');
  process.exit(1);
}
const log = makeLog({ level: 'warn', readable: true });
const db = openDb(connection, { poolSize: 1, log });
const cipher = openSeals(await openSecrets(config, systemClock.now()));
console.log(await linkFor({ ctx: { config, db, clock: systemClock, log }, cipher }, asked.data));
await closeDb(db);
