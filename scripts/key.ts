// npm run --silent key -- create --name N --scopes S,S [--account EMAIL] [--expires DAY] [--networks IP,IP],
// list, revoke --id ID: the API keys of the running shop. Only a new key goes to standard output, for
// scripts.
import { parseArgs } from 'node:util';
import { normalizeEmail } from '#lib/people/email.ts';
import { UserError } from '#lib/user-error.ts';
import { findByEmail } from '#modules/accounts/queries.ts';
import { createKey, listAllKeys, revokeKey } from '#modules/keys/actions.ts';
import { scopes } from '#modules/keys/rules.ts';
import { createKeyShape } from '#modules/keys/shapes.ts';
import { closeDb, transaction } from '#platform/database/database.ts';
import { loadMessages, translateErrors } from '#platform/i18n.ts';
import { openShopContext } from './running-shop.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(
    ['name', 'scopes', 'account', 'expires', 'networks', 'id'].map((name) => [name, { type: 'string' as const }]),
  ),
});

const ctx = await openShopContext();
const { db } = ctx;
await loadMessages();
try {
  await run(positionals.join(' '));
} catch (cause) {
  if (!(cause instanceof UserError)) throw cause;
  fail(cause.status === 404 ? 'There is no such key.' : Object.values(translateErrors(cause.errors, 'en')).flat().join('\n'));
} finally {
  await closeDb(db);
}

async function run(act: string): Promise<void> {
  if (act === 'create') console.log(await create());
  else if (act === 'list') for (const line of await list()) console.log(line);
  else if (act === 'revoke' && options.id) await transaction(db, (tx) => revokeKey(ctx, tx, checkId(options.id ?? '')));
  else fail('Usage: npm run --silent key -- create --name N --scopes S,S [--account EMAIL] | list | revoke --id ID');
}

async function create(): Promise<string> {
  const account = options.account === undefined ? undefined : await findByEmail(db.orm, normalizeEmail(options.account));
  if (options.account !== undefined && !account) fail(`There is no account with the address ${options.account}.`);
  const expiresAt = options.expires === undefined ? null : `${options.expires}T00:00:00Z`;
  const input = { name: options.name ?? '', scopes: toList(options.scopes), networks: toList(options.networks), expiresAt };
  const parsed = createKeyShape.safeParse(input);
  if (!parsed.success)
    fail(
      [
        ...parsed.error.issues.map(({ path }) => `--${path[0] === 'expiresAt' ? 'expires' : String(path[0])} is missing or not valid.`),
        `Scopes: ${scopes.join(' ')}`,
      ].join('\n'),
    );
  return (await transaction(db, (tx) => createKey(ctx, tx, { accountId: account?.id ?? null }, parsed.data))).key;
}

async function list(): Promise<string[]> {
  return (await listAllKeys(ctx)).map(({ id, hint, name, scopes: may, client, expiresAt, lastUsedAt, revokedAt }) =>
    [
      ...[id, hint, name, client?.email ?? 'the shop', may.join(' ')],
      revokedAt ? `revoked ${revokedAt}` : expiresAt ? `until ${expiresAt}` : 'no end',
      lastUsedAt ? `used ${lastUsedAt}` : 'never used',
    ].join('\t'),
  );
}

function toList(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((each) => each.trim() || []);
}

function checkId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) fail('--id is the id that `list` shows.');
  return id;
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}
