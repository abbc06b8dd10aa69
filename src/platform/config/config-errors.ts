// Configuration errors that involve several variables, and settings that production rejects.
import { deflateRawSync } from 'node:zlib';
import { type Environment, localHosts } from './config-shape.ts';
import { parseDatabaseUrl } from './database-url.ts';

/** Slightly shorter than the output of `openssl rand -base64 32`. */
const SECRET_CHARS = 32;
/** Well below 16 random bytes in any encoding, well above what a person types. */
const SECRET_BITS = 80;
const TOKEN_BITS = 40;

/** Checks that involve several settings. */
export function findCrossErrors(env: Environment): string[] {
  const production = env.NODE_ENV === 'production';
  const errors: string[] = [];
  const ports = [env.PORT, env.DESK_PORT, ...(production ? [] : [env.SANDBOX_PORT])].filter((each) => each !== 0);
  if (new Set(ports).size < ports.length) errors.push('PORT, DESK_PORT and SANDBOX_PORT must differ from each other.');
  for (const origin of env.CORS_ORIGINS)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      errors.push(`CORS_ORIGINS must list exact origins, such as https://app.example ("${origin}" is not one).`);
  if (env.SECRET_KEYS.some((key) => key.length < SECRET_CHARS))
    errors.push(`SECRET_KEYS must list secrets of at least ${SECRET_CHARS} characters each, the newest first.`);
  if ((env.MAIL_IN_ADDRESS === undefined) !== (env.MAIL_IN_SECRET === undefined))
    errors.push('MAIL_IN_ADDRESS and MAIL_IN_SECRET go together: set both of them, or none.');
  if (env.MAIL_IN_AUTHSERV_ID && !env.MAIL_IN_ADDRESS)
    errors.push('MAIL_IN_AUTHSERV_ID is set without MAIL_IN_ADDRESS: it is only used for incoming mail.');
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (env[name] && !env.DATABASE_URL) errors.push(`${name} is set without DATABASE_URL: it would not be used.`);
  errors.push(...findS3Errors(env));
  errors.push(...findBackupErrors(env));
  errors.push(...findStripeErrors(env, production));
  errors.push(...findModelErrors(env, production));
  if (production) {
    if (env.BREACH_LIST_URL && new URL(env.BREACH_LIST_URL).protocol !== 'https:')
      errors.push('BREACH_LIST_URL must be an https address in production: prefixes of password hashes are sent there.');
    if (env.DATABASE_URL && env.SECRET_KEYS.length === 0)
      errors.push('SECRET_KEYS must be set in production with DATABASE_URL: all nodes of a shop sign with the same keys.');
    if (!env.SHOP_URL) errors.push('SHOP_URL must be set in production: all links in mails and pages begin with it.');
    if (env.DESK_URL) errors.push(...findDeskErrors(env.DESK_URL, env.SHOP_URL));
    errors.push(...findPlainAddressErrors(env), ...findWeakSecrets(env));
    if (env.WEBHOOK_HOSTS.length > 0)
      errors.push('WEBHOOK_HOSTS is for development only and refused in production: webhooks go to public https addresses.');
    if (env.RATE_LIMITS === 'off') errors.push('RATE_LIMITS=off is for load tests only and refused in production.');
  } else {
    if (env.SHOP_URL && !localHosts.includes(new URL(env.SHOP_URL).hostname))
      errors.push('SHOP_URL must be a localhost address outside production (set NODE_ENV=production for a real shop).');
    for (const name of ['HOST', 'DESK_HOST'] as const)
      if (env[name] && !localHosts.includes(env[name]) && env[name] !== '::1')
        errors.push(`${name} must be a loopback address outside production: the sandbox and the demo are not for the network.`);
  }
  return errors;
}

/** Settings that would send data unencrypted. */
function findPlainAddressErrors({ SHOP_URL: shopUrl, SMTP_URL: smtpUrl, ALLOW: allowed }: Environment): string[] {
  return [
    ...(!allowed.includes('http') && isPlain(shopUrl, 'http:')
      ? ['SHOP_URL must be an https address in production: passwords and sessions are sent there (ALLOW=http permits it).']
      : []),
    ...(!allowed.includes('plain-smtp') && isPlain(smtpUrl, 'smtp:')
      ? [
          'SMTP_URL must be an smtps address in production, or end in ?requireTLS=true: mails contain links that open accounts (ALLOW=plain-smtp permits it).',
        ]
      : []),
  ];
}

function isPlain(url: string | undefined, protocol: 'http:' | 'smtp:'): boolean {
  if (url === undefined) return false;
  const { protocol: scheme, hostname, searchParams } = new URL(url);
  return scheme === protocol && !localHosts.includes(hostname) && searchParams.get('requireTLS') !== 'true';
}

function findWeakSecrets(env: Environment): string[] {
  if (env.ALLOW.includes('weak-secrets')) return [];
  const weak = [
    ...(env.SECRET_KEYS.some((key) => guessBits(key) < SECRET_BITS) ? ['SECRET_KEYS'] : []),
    ...(env.MAIL_IN_SECRET !== undefined && guessBits(env.MAIL_IN_SECRET) < SECRET_BITS ? ['MAIL_IN_SECRET'] : []),
    ...(env.METRICS_TOKEN !== undefined && guessBits(env.METRICS_TOKEN) < TOKEN_BITS ? ['METRICS_TOKEN'] : []),
    ...(env.BACKUP_KEY !== undefined && guessBits(env.BACKUP_KEY) < SECRET_BITS ? ['BACKUP_KEY'] : []),
  ];
  return weak.map((name) => `${name} can be guessed: generate it with openssl rand -base64 32 (ALLOW=weak-secrets permits it).`);
}

/**
 * Upper bound of a secret’s entropy in bits. Detects typed, repeated and sequential secrets, not every weak
 * secret.
 */
const guessBits = (secret: string): number =>
  Math.min(
    computeShannonBits([...secret]),
    computeShannonBits(listSteps(secret)),
    (deflateRawSync(secret, { level: 9 }).length - FRAME_BYTES) * 8,
  );

/** The compressor's own overhead: header, end and one back-reference. */
const FRAME_BYTES = 4;

/** Entropy of independent items by their frequency. */
function computeShannonBits(items: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / items.length);
  return bits;
}

/** Differences between neighbouring characters: "abcdef" has only one. */
const listSteps = (text: string): number[] => Array.from(text.slice(1), (sign, index) => sign.charCodeAt(0) - text.charCodeAt(index));

/** Settings that may be intended but are usually forgotten. */
export function listWarnings(env: Environment): string[] {
  if (env.NODE_ENV !== 'production') return [];
  return [
    ...(env.TRUSTED_PROXIES.length === 0
      ? ['TRUSTED_PROXIES is not set: behind a proxy, all customers share one rate limit, and logs show only the address of the proxy.']
      : []),
    ...(isPlain(env.SHOP_URL, 'http:') ? ['ALLOW=http: passwords and sessions are sent to SHOP_URL unencrypted.'] : []),
    ...(isPlain(env.SMTP_URL, 'smtp:') ? ['ALLOW=plain-smtp: mails with links that open accounts may be sent unencrypted.'] : []),
    ...databaseNames
      .filter((name) => isPlainDatabase(env[name]))
      .map(
        (name) => `${name}: data is sent to another host unencrypted. Add ?sslmode=verify-full, unless the network in between is your own.`,
      ),
    ...(env.ALLOW.includes('weak-secrets') ? ['ALLOW=weak-secrets: the strength of secrets is not checked.'] : []),
  ];
}

/**
 * pg encrypts and verifies the certificate only with these values. A socket has no host, or a path as its
 * host.
 */
const checkedTls = ['prefer', 'require', 'verify-ca', 'verify-full'];

const databaseNames = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const;

function isPlainDatabase(text: string | undefined): boolean {
  const parsed = text === undefined ? undefined : parseDatabaseUrl(text);
  if (!parsed) return false;
  const { searchParams } = new URL(parsed.url);
  if (parsed.hosts.every(({ host }) => host.startsWith('/') || localHosts.includes(host) || host === '::1')) return false;
  return !checkedTls.includes(searchParams.get('sslmode') ?? '');
}

/** The shop and the desk must not share cookies and scripts, so they need two hosts. */
function findDeskErrors(deskUrl: string, shopUrl: string | undefined): string[] {
  const { protocol, hostname } = new URL(deskUrl);
  return [
    ...(protocol === 'https:' || localHosts.includes(hostname) ? [] : ['DESK_URL must be an https address in production.']),
    ...(shopUrl && new URL(shopUrl).hostname === hostname && !localHosts.includes(hostname)
      ? ['DESK_URL must have a host name of its own, such as https://desk.shop.example.']
      : []),
  ];
}

export const s3Names = ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_REGION', 'FILES_S3_KEY', 'FILES_S3_SECRET'] as const;

/** Half of the S3 settings are an error: files would be stored in a place that is not searched. */
function findS3Errors(env: Environment): string[] {
  const missing = s3Names.filter((name) => env[name] === undefined);
  if (missing.length > 0 && missing.length < s3Names.length)
    return [`${missing.join(', ')} must be set too: a store of files needs all of ${s3Names.join(', ')}.`];
  const { protocol, hostname } = new URL(env.FILES_S3_ENDPOINT ?? 'https://none');
  return env.NODE_ENV === 'production' && protocol === 'http:' && !localHosts.includes(hostname)
    ? ['FILES_S3_ENDPOINT must be an https address in production: files of customers are sent there.']
    : [];
}

export const backupS3Names = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_REGION', 'BACKUP_S3_KEY', 'BACKUP_S3_SECRET'] as const;

function findBackupErrors(env: Environment): string[] {
  const errors: string[] = [];
  const missing = backupS3Names.filter((name) => env[name] === undefined);
  if (missing.length > 0 && (missing.length < backupS3Names.length || env.BACKUP_TO?.startsWith('s3:')))
    errors.push(`${missing.join(', ')} must be set too: a backup in a bucket needs all of ${backupS3Names.join(', ')}.`);
  if (env.BACKUP_TO !== undefined && env.BACKUP_KEY === undefined)
    errors.push('BACKUP_KEY must be set with BACKUP_TO: backups are encrypted.');
  if (env.BACKUP_TO !== undefined && env.DATABASE_URL !== undefined)
    errors.push('BACKUP_TO is for the embedded database only; docs/backup.md has recipes for a PostgreSQL of your own.');
  return errors;
}

/** Customers' briefs are sent to this address. */
function findModelErrors({ MAKER_URL: url, MAKER_KEY: key, MAKER_MODEL: model }: Environment, production: boolean): string[] {
  const errors: string[] = [];
  if ((url === undefined) !== (model === undefined)) errors.push('MAKER_URL and MAKER_MODEL go together: set both of them, or none.');
  if (key !== undefined && url === undefined) errors.push('MAKER_KEY is set without MAKER_URL: it would not be used.');
  const { protocol, hostname } = new URL(url ?? 'https://none');
  if (production && protocol === 'http:' && !localHosts.includes(hostname))
    errors.push('MAKER_URL must be an https address in production: briefs of customers are sent there.');
  return errors;
}

/** Rejects sandbox payments in production and real payments in development. */
function findStripeErrors(
  { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_HOST: host }: Environment,
  production: boolean,
) {
  const errors: string[] = [];
  if ((key === undefined) !== (secret === undefined))
    errors.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both of them, or none.');
  if (production && key?.includes('k_test_'))
    errors.push('STRIPE_SECRET_KEY is a test key, which takes no real payments: refused in production.');
  if (!production && key?.includes('k_live_'))
    errors.push('STRIPE_SECRET_KEY is a live key, which charges real cards: refused outside production.');
  if (production && host !== undefined && new URL(host).protocol !== 'https:')
    errors.push('STRIPE_API_HOST must be an https address in production: the key is sent with every call.');
  return errors;
}
