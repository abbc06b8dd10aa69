// npm run operator -- add ada@shop.example "Ada" owner: prints an invitation to the desk of the running shop,
// for the first operator or if no operator can log in.

import { usualCalendar } from '#lib/time/calendar.ts';
import { linkFor } from '#modules/staff/auth.ts';
import { INVITATION_HOURS } from '#modules/staff/rules.ts';
import { inviteShape } from '#modules/staff/shapes.ts';
import { systemClock } from '#platform/clock.ts';
import { openSecrets } from '#platform/config/secrets.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { createCipher } from '#platform/identity/encryption.ts';
import { createReadableStream, makeLog } from '#platform/logging/log.ts';
import { findRunningShop } from './running-shop.ts';

const [act, email, name, role = 'owner'] = process.argv.slice(2);
const invitation = inviteShape.safeParse({ email, name, role });
if (act !== 'add' || !invitation.success) {
  console.error('Usage: npm run operator -- add EMAIL NAME ROLE');
  console.error('  ROLE is owner (default), manager, maker or support.');
  console.error('  Example: npm run operator -- add ada@shop.example "Ada Sample" maker');
  process.exit(1);
}
const { config, connection } = findRunningShop();
if (config.deskUrl === undefined) {
  console.error('Set DESK_URL: in production the desk needs its own host name.');
  process.exit(1);
}
const log = makeLog({ level: 'warn', readable: await createReadableStream() });
const db = openDb(connection, { poolSize: 1, log });
const cipher = createCipher(await openSecrets(config, systemClock.now()));
const link = await linkFor({ ctx: { config, db, clock: systemClock, log, calendar: () => usualCalendar }, cipher }, invitation.data);
// Only the link goes to standard output, for scripts.
console.error(`Invitation for ${invitation.data.name} as ${invitation.data.role}. The link works once, for ${INVITATION_HOURS} hours:`);
console.log(link);
await closeDb(db);
