// Moves clients, their history, balances, subscriptions and tickets in from another system: all or nothing,
// in one transaction. Nothing is mailed, and nothing is charged before the date that the files say.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { readCsv } from '#lib/csv-reader.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { findAccountIds, hashRandomPassword } from '#modules/accounts/queries-imported.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import type { MoveDeps, MoveRequest, MoveResult, MoveSource } from './deps.ts';
import { type MoveTables, type ParsedMove, parseFiles } from './parse-files.ts';
import * as queries from './queries-in.ts';
import { createFindings, createMoveError, type Findings, type MoveCounts, matchColumns } from './rules.ts';
import { readStripe, stripeFiles } from './rules-stripe.ts';
import { moveFileNames } from './shapes-fields.ts';
import { checkSubscriptions } from './subscriptions.ts';
import { writeMove } from './write-move.ts';

const MAX_ROWS = 200_000;
const MAX_FILE_BYTES = 20_000_000;
const csvErrors = {
  encoding: 'The encoding is not known. Save the file as UTF-8.',
  binary: 'This is not a CSV file.',
  quotes: 'A quotation mark is opened and never closed, or text follows a closed one.',
  tooManyRows: `The file has more than ${MAX_ROWS} rows.`,
  tooManyColumns: 'The file has too many columns.',
} as const;

export async function moveIn(deps: MoveDeps, source: MoveSource, request: MoveRequest): Promise<MoveResult> {
  const findings = createFindings();
  const move = parseFiles(readTables(source, request, findings), findings);
  const counts = countRows(move);
  const files = await checkFiles(source, move, findings);
  const digest = hashTables(source);
  const answer = (id: string | null): MoveResult => ({ id, dryRun: request.dryRun, counts, ...findings });
  await checkAgainst(deps, deps.ctx.db.orm, move, digest, findings);
  if (request.dryRun || findings.errors.length > 0) return answer(null);
  const now = deps.ctx.clock.now();
  const id = request.id ?? newId(now);
  const stored = await storeFiles(deps, files, now);
  const passwordHash = await hashRandomPassword();
  try {
    await transaction(deps.ctx.db, async (tx) => {
      if (!(await queries.lockMoves(tx))) {
        findings.errors.push(createMoveError('Another move goes on. Try again when it is done.'));
        throw new Refused();
      }
      // What was there a moment ago may have changed before the lock.
      const checked = createFindings();
      const accounts = await checkAgainst(deps, tx, move, digest, checked);
      findings.errors.push(...checked.errors);
      if (checked.errors.length > 0) throw new Refused();
      await writeMove(tx, move, { id, now, stored, passwordHash, accounts, request });
      const { operatorId = null, system } = request;
      const report = { ...findings };
      await queries.saveRun(tx, { id, operatorId, system, state: 'done', digest, counts, report, createdAt: now, doneAt: now });
    });
  } catch (cause) {
    for (const fileId of stored.values()) await deps.store.remove(fileId);
    if (!(cause instanceof Refused)) throw cause;
    return answer(null);
  }
  return answer(id);
}

class Refused extends Error {}

/** By the columns that an operator has mapped, else by the names of the head. */
function readTables({ tables }: MoveSource, { columns = {}, system }: MoveRequest, findings: Findings): MoveTables {
  const { errors } = findings;
  const read = (file: string) => {
    const bytes = tables.get(`${file}.csv`);
    const table = bytes && readCsv(bytes, MAX_ROWS);
    if (typeof table !== 'string') return table;
    errors.push({ file: `${file}.csv`, line: 0, field: '', error: csvErrors[table] });
    return undefined;
  };
  const others = system === 'stripe' ? readStripe(Object.fromEntries(stripeFiles.map((file) => [file, read(file)])), findings) : {};
  const known = moveFileNames.flatMap((file) => {
    const other = others[file];
    if (other) return [[file, other] as const];
    const table = read(file);
    return table ? [[file, { ...table, columns: columns[file] ?? matchColumns(file, table.head) }] as const] : [];
  });
  if (known.length === 0 && errors.length === 0)
    errors.push(createMoveError(`There is none of the files ${moveFileNames.map((file) => `${file}.csv`).join(', ')}.`));
  return Object.fromEntries(known);
}

const countRows = (move: ParsedMove): MoveCounts => Object.fromEntries(moveFileNames.map((file) => [file, move[file].length]));

function hashTables({ tables }: MoveSource): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${name} ${bytes.length}\n`).update(bytes);
  return hash.digest('hex');
}

/** PDFs by the line of their invoice. */
async function checkFiles(source: MoveSource, { invoices }: ParsedMove, { errors }: Findings): Promise<ReadonlyMap<number, Uint8Array>> {
  const found = new Map<number, Uint8Array>();
  for (const { line, file } of invoices) {
    if (file === '') continue;
    const refuse = (error: string) => errors.push({ file: 'invoices.csv', line, field: 'file', error });
    const bytes = isInFolder(file) ? await source.readFile(file) : undefined;
    if (!bytes) refuse('There is no such file in the folder.');
    else if (bytes.length > MAX_FILE_BYTES) refuse('The file is larger than 20 MB.');
    else if (new TextDecoder('latin1').decode(bytes.subarray(0, 5)) !== '%PDF-') refuse('This is not a PDF.');
    else found.set(line, bytes);
  }
  return found;
}

const isInFolder = (name: string): boolean => !/^[/\\]|^\w:|\0/.test(name) && !name.split(/[/\\]/).includes('..');

/** Accounts that exist, by normalized address. What the database has decides which rows are refused. */
async function checkAgainst(deps: MoveDeps, from: DbClient, move: ParsedMove, digest: string, findings: Findings) {
  const { errors, warnings } = findings;
  const same = await queries.findSameMove(from, digest);
  if (same) errors.push(createMoveError(`These files were moved in already, by ${same}. Undo that first.`));
  const emails = moveFileNames.flatMap((file) => move[file].map(({ email }) => email));
  const accounts = await findAccountIds(from, [...new Set(emails.map(normalizeEmail))]);
  const coming = new Set(move.clients.map(({ email }) => normalizeEmail(email)));
  for (const { line, email } of move.clients)
    if (accounts.has(normalizeEmail(email)))
      warnings.push({ file: 'clients.csv', line, field: 'email', warning: `${email} is a client already and stays as it is.` });
  // A client whose row is refused is no stranger.
  const strangers = errors.some(({ file }) => file === 'clients.csv') ? [] : moveFileNames;
  for (const file of strangers)
    for (const { line, email } of move[file])
      if (!coming.has(normalizeEmail(email)) && !accounts.has(normalizeEmail(email)))
        errors.push({ file: `${file}.csv`, line, field: 'email', error: `There is no client ${email}, here or in clients.csv.` });
  for (const [file, kind] of [
    ['orders', 'order'],
    ['invoices', 'invoice'],
  ] as const) {
    const takenNumbers = await queries.findTakenNumbers(
      from,
      kind,
      move[file].map(({ number }) => number),
    );
    for (const { line, number } of move[file])
      if (takenNumbers.has(number))
        errors.push({ file: `${file}.csv`, line, field: 'number', error: `This shop has an ${kind} ${number} already.` });
  }
  const brought = await queries.findBroughtBalances(from, [...accounts.values()]);
  for (const { line, email, currency } of move.balances)
    if (brought.has(`${accounts.get(normalizeEmail(email))} ${currency}`))
      errors.push({
        file: 'balances.csv',
        line,
        field: 'currency',
        error: `The balance of ${email} in this currency was brought over already.`,
      });
  await checkSubscriptions(deps, from, move, accounts, findings);
  return accounts;
}

/** Before the transaction, because the store may be another machine. */
async function storeFiles({ store }: MoveDeps, files: ReadonlyMap<number, Uint8Array>, now: Date): Promise<ReadonlyMap<number, string>> {
  const stored = new Map<number, string>();
  for (const [line, bytes] of files) {
    const id = newId(now, line);
    const file = await store.takeIn(Readable.from([Buffer.from(bytes)]), MAX_FILE_BYTES);
    try {
      await store.put(id, file);
    } finally {
      await file.drop();
    }
    stored.set(line, id);
  }
  return stored;
}
