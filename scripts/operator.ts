// npm run operator -- add ada@shop.example "Ada" owner: prints an invitation to the desk of the running shop, for the first operator or if no operator can
// log in.
import { systemClock } from '../src/infra/clock.ts';
import { openSecrets } from '../src/infra/config/secrets.ts';
import { closeDb, openDb } from '../src/infra/database/database.ts';
import { openSeals } from '../src/infra/identity/encryption.ts';
import { makeLog, readableLines } from '../src/infra/logging/log.ts';
import { linkFor } from '../src/modules/desk/actions.ts';
import { inviteShape } from '../src/modules/desk/shapes.ts';
import { findRunningShop } from './running-shop.ts';

const [act, email, name, role = 'owner'] = process.argv.slice(2);
const invitation = inviteShape.safeParse({ email, name, role });
if (act !== 'add' || !invitation.success) {
  console.error('npm run operator -- add ada@shop.example "Ada" owner   (or manager, maker, support)');
  process.exit(1);
}
const { config, connection } = findRunningShop();
if (config.deskUrl === undefined) {
  console.error('DESK_URL must be set in production: the desk needs its own host name.');
  process.exit(1);
}
const log = makeLog({ level: 'warn', readable: await readableLines() });
const db = openDb(connection, { poolSize: 1, log });
const cipher = openSeals(await openSecrets(config, systemClock.now()));
console.log(await linkFor({ ctx: { config, db, clock: systemClock, log }, cipher }, invitation.data));
await closeDb(db);
