// Data export: a job collects it, a mailed link fetches it once within a day.
// In the browser the link's code is exchanged for a short-lived cookie that downloads the file.
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { createFileName } from '#lib/file-name.ts';
import { UserError } from '#lib/user-error.ts';
import { listMailsTo, postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import type { SavedFile } from '#platform/http/bytes.ts';
import { createCode, hashCode, readCode } from '#platform/identity/codes.ts';
import { createWrongPasswordError } from '#platform/identity/errors.ts';
import { verifyOwner } from '#platform/identity/step-up.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { PermanentJobError } from '../../../jobs.ts';
import { listKits } from '../brand-kits/queries.ts';
import type { AccountsDeps, Visitor } from '../deps.ts';
import { codeMessage } from '../email/codes.ts';
import type { AccountEvents, AccountOwner } from '../events.ts';
import { toHolder } from '../identity.ts';
import * as queries from '../queries-privacy.ts';
import { EXPORT_COOKIE_SECONDS, getGreetingName, getOldestExportTime } from '../rules.ts';
import { exportActs, exportInvitations, exportMembers } from '../team/queries.ts';

type Collector = AccountEvents['accounts.taken'][string];

/** Newest rows per section. */
const MAX_ROWS = 10_000;
/** Above this the job is given up and an operator is alerted. */
const MAX_BYTES = 16 * 1024 * 1024;

const pack = promisify(gzip);

/** Sections of the accounts and mail modules. */
const own = {
  account: (at, { accountId }) => queries.readPerson(at, accountId),
  sessions: (at, { accountId }, limit) => queries.readSessions(at, accountId, limit),
  changeOfAddress: (at, { accountId }) => queries.readAddressChange(at, accountId),
  codes: (at, { accountId }, limit) => queries.readCodes(at, accountId, limit),
  brandKits: (at, { accountId }, limit) => listKits(at, accountId, limit),
  team: (at, { accountId }, limit) => exportMembers(at, accountId, limit),
  invitations: (at, { accountId }, limit) => exportInvitations(at, accountId, limit),
  teamActs: (at, { accountId }, limit) => exportActs(at, accountId, limit),
  passkeys: (at, { accountId }, limit) => queries.readPasskeys(at, accountId, limit),
  mails: (at, { email }, limit) => listMailsTo(at, email, limit),
} as const satisfies Record<string, Collector>;

/** Replaces an earlier export. */
export async function requestExport({ ctx, identity }: AccountsDeps, caller: Caller, currentPassword: string | undefined): Promise<void> {
  const { id: accountId, passwordHash } = await verifyOwner(identity, toHolder(caller), currentPassword);
  await takePoints(ctx, [{ limit: 'export.account', of: accountId }]);
  await transaction(ctx.db, async (tx) => {
    if (!(await queries.lockByPassword(tx, accountId, passwordHash))) throw createWrongPasswordError();
    await queries.dropExports(tx, accountId);
    const id = await queries.insertExport(tx, { accountId, requestedAt: ctx.clock.now() });
    await enqueue(tx, 'accounts.export', { id });
  });
}

/** Sends no mail if the export was replaced or deleted meanwhile. */
export async function makeExport(ctx: AppContext, reactions: AccountEvents, id: string): Promise<void> {
  const { db, clock, config } = ctx;
  const person = await queries.findOwnerOfPendingExport(db.orm, id);
  if (!person) return;
  const { email, locale } = person;
  const madeAt = clock.now();
  const whose = { accountId: person.id, email };
  const known = await collect(db.orm, { ...own, ...reactions['accounts.taken'] }, whose);
  const text = JSON.stringify({ shop: config.shopUrl, madeAt, ...known }, null, 2);
  if (Buffer.byteLength(text) > MAX_BYTES) throw new PermanentJobError('data export exceeds the size limit');
  const content = await pack(text);
  const { code, codeHash } = createCode();
  await transaction(db, async (tx) => {
    if (!(await queries.fillExport(tx, id, { completedAt: madeAt, codeHash, content }))) return;
    const link = `${config.shopUrl}/account/my-data?code=${code}`;
    await postMail(ctx, tx, { to: email, locale, mail: 'export-ready', values: { name: getGreetingName(person), link } });
  });
}

async function collect(
  at: DbClient,
  collectors: Readonly<Record<string, Collector>>,
  whose: AccountOwner,
): Promise<Record<string, readonly object[]>> {
  const parts: Record<string, readonly object[]> = {};
  for (const [name, read] of Object.entries(collectors)) parts[name] = await read(at, whose, MAX_ROWS);
  return parts;
}

/** Returns the gzipped file, once. Every invalid code gets the same error. */
export async function fetchExport({ ctx }: AccountsDeps, code: string, visitor: Pick<Visitor, 'address'>): Promise<Buffer> {
  return exchangeExportCode(ctx, code, visitor, null);
}

/** Exchanges the code for a cookie that contains its expiry; the stored hash covers both. */
export async function openExport({ ctx }: AccountsDeps, code: string, visitor: Pick<Visitor, 'address'>): Promise<string> {
  const cookie = `${createCode().code}.${ctx.clock.now().getTime() + EXPORT_COOKIE_SECONDS * 1_000}`;
  await exchangeExportCode(ctx, code, visitor, hashCode(Buffer.from(cookie)));
  return cookie;
}

async function exchangeExportCode(
  ctx: AppContext,
  code: string,
  { address }: Pick<Visitor, 'address'>,
  to: Buffer | null,
): Promise<Buffer> {
  const { db, clock } = ctx;
  await takePoints(ctx, [{ limit: 'reset.address', of: getAddressKey(address) }]);
  const codeHash = readCode(code);
  const content = codeHash && (await queries.exchangeExport(db.orm, codeHash, { to, after: getOldestExportTime(clock.now()) }));
  if (!content) throw new UserError(400, { code: [codeMessage] });
  return content;
}

const cookieShape = /^[\w-]{32}\.(\d{13})$/;

/** Undefined if the cookie is malformed or expired. */
function hashOfCookie(cookie: string, now: Date): Buffer | undefined {
  const [, end] = cookieShape.exec(cookie) ?? [];
  return end !== undefined && now.getTime() < Number(end) ? hashCode(Buffer.from(cookie)) : undefined;
}

/** True if the cookie gives access to an export. */
export async function isExportOpen({ ctx: { db, clock } }: AccountsDeps, cookie: string): Promise<boolean> {
  const hash = hashOfCookie(cookie, clock.now());
  return hash !== undefined && queries.isExportKnown(db.orm, hash, getOldestExportTime(clock.now()));
}

/** The export of the cookie; undefined if there is none. */
export async function findSavedExport({ ctx, brand }: AccountsDeps, cookie: string): Promise<SavedFile | undefined> {
  const { db, clock } = ctx;
  const hash = hashOfCookie(cookie, clock.now());
  const found = hash && (await queries.findContent(db.orm, hash, getOldestExportTime(clock.now())));
  if (!found?.content || !found.completedAt) return undefined;
  return {
    name: createFileName(brand(), found.completedAt.toISOString().slice(0, 10)),
    bytes: undefined,
    stream: Readable.from([found.content]).pipe(createGunzip()),
  };
}
