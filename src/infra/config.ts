// The environment, parsed once at the door. Every fault is collected, so that an owner mends all of them in one go.
import { resolve } from 'node:path';
import * as z from 'zod/mini';

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

const port = (fallback: number) =>
  z._default(z.coerce.number('must be a port number from 0 to 65535').check(z.int(), z.gte(0), z.lte(65_535)), fallback);
const count = (fallback: number, least: number, most: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(least), z.lte(most)), fallback);
const list = z._default(
  z.pipe(
    z.string(),
    z.transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  ),
  [],
);
const address = (protocols: readonly string[], what: string) =>
  z.string().check(z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), `must be ${what}`));

const environmentShape = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  HOST: z.optional(z.string()),
  PORT: port(3000),
  DESK_PORT: port(3001),
  SANDBOX_PORT: port(3002),
  DESK_URL: z.optional(address(['http:', 'https:'], 'an http or https address, such as https://desk.shop.example')),
  SHOP_URL: z.optional(address(['http:', 'https:'], 'an http or https address, such as https://shop.example')),
  API_BASE: z._default(z.union([z.literal(''), address(['http:', 'https:'], 'an http or https address')]), ''),
  CORS_ORIGINS: list,
  TRUSTED_PROXIES: list,
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(address(['postgres:', 'postgresql:'], 'an address such as postgres://user:password@host:5432/fanfare')),
  DATABASE_POOL: count(8, 1, 100),
  SMTP_URL: z.optional(address(['smtp:', 'smtps:'], 'an address such as smtps://user:password@mail.example:465')),
  MAIL_IN_ADDRESS: z.optional(
    z
      .string()
      .check(z.regex(/^[\w.-]{1,30}@[\w-]+(\.[\w-]+)+$/, 'must be a plain address without a plus sign, such as reply@in.shop.example')),
  ),
  MAIL_IN_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  SECRET_KEYS: list,
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^[sr]k_(test|live)_\w+$/, 'must be a secret or a restricted key of Stripe (sk_live_…, rk_live_…)')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_[\w+/=]+$/, 'must be the signing secret of a Stripe webhook (whsec_…)')),
  ),
  STRIPE_API_HOST: z.optional(address(['http:', 'https:'], 'an http or https address')),
  BREACH_LIST_URL: z.optional(address(['http:', 'https:'], 'an http or https address, such as https://api.pwnedpasswords.com')),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  RATE_LIMITS: z._default(z.enum(['on', 'off']), 'on'),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  STOP_SECONDS: count(25, 1, 600),
  FILES_FREE_MB: count(512, 0, 1_000_000_000),
  FILES_S3_ENDPOINT: z.optional(address(['http:', 'https:'], 'an http or https address, such as https://s3.eu-central-1.amazonaws.com')),
  FILES_S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'))),
  FILES_S3_REGION: z.optional(z.string()),
  FILES_S3_KEY: z.optional(z.string()),
  FILES_S3_SECRET: z.optional(z.string()),
  MAKER_URL: z.optional(address(['http:', 'https:'], 'an http or https address, such as https://models.example/v1')),
  MAKER_KEY: z.optional(z.string()),
  MAKER_MODEL: z.optional(z.string().check(z.maxLength(200, 'must have at most 200 characters'))),
});

/** As long as what `openssl rand -base64 32` gives is, and a little less. */
const SECRET_CHARS = 32;

type Environment = z.output<typeof environmentShape>;

/** A store of files that speaks S3, wherever it is. */
export type S3Config = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
};
/** Where a language model answers, by the protocol that most of them speak. `key`: absent for one on the own machine. */
export type ModelConfig = { readonly url: string; readonly key: string | undefined; readonly model: string };
/** `apiUrl`: only where it is not Stripe's own. */
export type StripeConfig = { readonly secretKey: string; readonly webhookSecret: string; readonly apiUrl: URL | undefined };

export type Config = {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly deskPort: number;
  /** Absent in production: there the outside world is the real one. */
  readonly sandboxPort: number | undefined;
  /** The one source of absolute addresses; no slash at its end. */
  readonly shopUrl: string;
  /** Where the operators work: an origin of its own. Absent in production where it is not set: then there is only the status. */
  readonly deskUrl: string | undefined;
  readonly apiBase: string;
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  readonly smtpUrl: string | undefined;
  /** Where answers to mails come in, and what whoever brings them must know. Absent: no mail comes in. */
  readonly mailIn: { readonly address: string; readonly secret: string } | undefined;
  /** The newest first; empty where the data folder keeps them. */
  readonly secretKeys: readonly string[];
  /** Absent where nobody takes money with it. */
  readonly stripe: StripeConfig | undefined;
  /** Where new passwords are looked up by a prefix of their hash. Absent: only the shipped list of common passwords counts. */
  readonly breachListUrl: string | undefined;
  readonly metricsToken: string | undefined;
  readonly rateLimits: boolean;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly stopSeconds: number;
  /** Below this much free space no file is taken. */
  readonly filesFreeMb: number;
  /** Undefined: the data folder keeps the files. */
  readonly filesS3: S3Config | undefined;
  /** Absent: no language model is asked for drafts. */
  readonly model: ModelConfig | undefined;
};

/** Everything that is wrong with the way the shop was started, one clear line each. */
export class StartFaults extends Error {
  override readonly name = 'StartFaults';
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** The settings, and everything that is wrong with them. With faults the settings are only good for finding more of them. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): { config: Config; faults: readonly string[] } {
  // A variable that is set to nothing counts as not set: that is how compose files and shells hand over an absent one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = environmentShape.safeParse(given);
  if (parsed.success) return { config: toConfig(parsed.data), faults: crossFaults(parsed.data) };
  const faulty = Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), undefined]));
  // A port that could not be read is not looked at: 0 asks for any free one.
  for (const name of Object.keys(faulty)) if (name.endsWith('PORT')) Object.assign(faulty, { [name]: '0' });
  const rest = environmentShape.parse({ ...given, ...faulty });
  return { config: toConfig(rest), faults: [...parsed.error.issues.map((issue) => faultLine(issue, given)), ...crossFaults(rest)] };
}

function faultLine(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0] ?? 'environment');
  const must =
    issue.code === 'invalid_value'
      ? `must be one of ${issue.values.join(', ')}`
      : issue.code === 'too_small' && issue.origin !== 'string'
        ? `must be at least ${issue.minimum}`
        : issue.code === 'too_big'
          ? `must be at most ${issue.maximum}`
          : issue.code === 'invalid_type'
            ? 'must be a whole number'
            : issue.message;
  // An address may hold a password, so its value is never repeated.
  const value = /URL|TOKEN|SECRET|KEY/.test(name) ? '' : ` (it is "${given[name] ?? ''}")`;
  return `${name} ${must}${value}.`;
}

/** What only several settings together can get wrong. */
function crossFaults(env: Environment): string[] {
  const production = env.NODE_ENV === 'production';
  const faults: string[] = [];
  const ports = [env.PORT, env.DESK_PORT, ...(production ? [] : [env.SANDBOX_PORT])].filter((each) => each !== 0);
  if (new Set(ports).size < ports.length) faults.push('PORT, DESK_PORT and SANDBOX_PORT must differ from each other.');
  for (const origin of env.CORS_ORIGINS)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      faults.push(`CORS_ORIGINS must list exact origins, such as https://app.example ("${origin}" is none).`);
  if (env.SECRET_KEYS.some((key) => key.length < SECRET_CHARS))
    faults.push(`SECRET_KEYS must list secrets of at least ${SECRET_CHARS} characters each, the newest first.`);
  if ((env.MAIL_IN_ADDRESS === undefined) !== (env.MAIL_IN_SECRET === undefined))
    faults.push('MAIL_IN_ADDRESS and MAIL_IN_SECRET go together: set both of them, or none.');
  faults.push(...s3Faults(env));
  faults.push(...stripeFaults(env, production));
  faults.push(...modelFaults(env, production));
  if (production) {
    if (env.BREACH_LIST_URL && new URL(env.BREACH_LIST_URL).protocol !== 'https:')
      faults.push('BREACH_LIST_URL must be an https address in production: prefixes of password hashes travel there.');
    if (env.DATABASE_URL && env.SECRET_KEYS.length === 0)
      faults.push('SECRET_KEYS must be set in production with DATABASE_URL: all nodes of a shop sign with the same keys.');
    if (!env.SHOP_URL) faults.push('SHOP_URL must be set in production: it alone makes the addresses in mails and pages.');
    if (env.DESK_URL) faults.push(...deskFaults(env.DESK_URL, env.SHOP_URL));
    if (env.RATE_LIMITS === 'off') faults.push('RATE_LIMITS=off is for load tests only and refused in production.');
  } else {
    if (env.SHOP_URL && !localHosts.includes(new URL(env.SHOP_URL).hostname))
      faults.push('SHOP_URL must be a localhost address outside production (set NODE_ENV=production for a real shop).');
    if (env.HOST && !localHosts.includes(env.HOST) && env.HOST !== '::1')
      faults.push('HOST must be a loopback address outside production: the sandbox and the demo are not for the network.');
  }
  return faults;
}

/** Pages of the shop and of the desk share no cookie and no script: that takes two hosts. */
function deskFaults(deskUrl: string, shopUrl: string | undefined): string[] {
  const { protocol, hostname } = new URL(deskUrl);
  return [
    ...(protocol === 'https:' || localHosts.includes(hostname) ? [] : ['DESK_URL must be an https address in production.']),
    ...(shopUrl && new URL(shopUrl).hostname === hostname && !localHosts.includes(hostname)
      ? ['DESK_URL must have a host name of its own, such as https://desk.shop.example.']
      : []),
  ];
}

const s3Names = ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_REGION', 'FILES_S3_KEY', 'FILES_S3_SECRET'] as const;

/** Half a store is none: files would go where nobody looks for them. */
function s3Faults(env: Environment): string[] {
  const missing = s3Names.filter((name) => env[name] === undefined);
  if (missing.length > 0 && missing.length < s3Names.length)
    return [`${missing.join(', ')} must be set too: a store of files needs all of ${s3Names.join(', ')}.`];
  const { protocol, hostname } = new URL(env.FILES_S3_ENDPOINT ?? 'https://none');
  return env.NODE_ENV === 'production' && protocol === 'http:' && !localHosts.includes(hostname)
    ? ['FILES_S3_ENDPOINT must be an https address in production: files of customers travel there.']
    : [];
}

function toS3(env: Environment): S3Config | undefined {
  const [endpoint, bucket, region, key, secret] = s3Names.map((name) => env[name]);
  if (!endpoint || !bucket || !region || !key || !secret) return undefined;
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, key, secret };
}

/** Briefs of customers travel there. */
function modelFaults({ MAKER_URL: url, MAKER_KEY: key, MAKER_MODEL: model }: Environment, production: boolean): string[] {
  const faults: string[] = [];
  if ((url === undefined) !== (model === undefined)) faults.push('MAKER_URL and MAKER_MODEL go together: set both of them, or none.');
  if (key !== undefined && url === undefined) faults.push('MAKER_KEY is set without MAKER_URL: nobody would be asked with it.');
  const { protocol, hostname } = new URL(url ?? 'https://none');
  if (production && protocol === 'http:' && !localHosts.includes(hostname))
    faults.push('MAKER_URL must be an https address in production: briefs of customers travel there.');
  return faults;
}

function modelOf({ MAKER_URL: url, MAKER_KEY: key, MAKER_MODEL: model }: Environment): ModelConfig | undefined {
  return url && model ? { url: url.replace(/\/+$/, ''), key, model } : undefined;
}

/** Play money in a real shop, or real cards in a game, would be noticed too late. */
function stripeFaults({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_HOST: host }: Environment, production: boolean) {
  const faults: string[] = [];
  if ((key === undefined) !== (secret === undefined))
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both of them, or none.');
  if (production && key?.includes('k_test_'))
    faults.push('STRIPE_SECRET_KEY is a test key, with which nobody really pays: refused in production.');
  if (!production && key?.includes('k_live_'))
    faults.push('STRIPE_SECRET_KEY is a live key, with which cards are really charged: refused outside production.');
  if (production && host !== undefined && new URL(host).protocol !== 'https:')
    faults.push('STRIPE_API_HOST must be an https address in production: the key travels with every call.');
  return faults;
}

function toConfig(env: Environment): Config {
  const production = env.NODE_ENV === 'production';
  return {
    production,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: env.PORT,
    deskPort: env.DESK_PORT,
    sandboxPort: production ? undefined : env.SANDBOX_PORT,
    shopUrl: (env.SHOP_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    deskUrl: (env.DESK_URL ?? (production ? undefined : `http://localhost:${env.DESK_PORT}`))?.replace(/\/+$/, ''),
    apiBase: env.API_BASE.replace(/\/+$/, ''),
    corsOrigins: env.CORS_ORIGINS,
    trustedProxies: env.TRUSTED_PROXIES,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    smtpUrl: env.SMTP_URL,
    mailIn:
      env.MAIL_IN_ADDRESS && env.MAIL_IN_SECRET ? { address: env.MAIL_IN_ADDRESS.toLowerCase(), secret: env.MAIL_IN_SECRET } : undefined,
    secretKeys: env.SECRET_KEYS,
    stripe: stripeOf(env),
    breachListUrl: env.BREACH_LIST_URL?.replace(/\/+$/, ''),
    metricsToken: env.METRICS_TOKEN,
    rateLimits: env.RATE_LIMITS === 'on',
    logLevel: env.LOG_LEVEL,
    stopSeconds: env.STOP_SECONDS,
    filesFreeMb: env.FILES_FREE_MB,
    filesS3: toS3(env),
    model: modelOf(env),
  };
}

function stripeOf({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_HOST: host }: Environment) {
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, apiUrl: host === undefined ? undefined : new URL(host) };
}
