// Parses the environment into the configuration once, at start-up, and reports all errors together.
import { join, resolve } from 'node:path';
import type * as z from 'zod/mini';
import { defaultShop } from '../paths.ts';
import { backupS3Names, findCrossErrors, listWarnings, s3Names } from './config-errors.ts';
import { type Environment, environmentShape, LOOPBACK } from './config-shape.ts';
import { findMisspelt } from './misspelt.ts';

/** An S3-compatible file store. */
export type S3Config = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
};
/**
 * Backups of the embedded database. `to`: where the running shop copies its log; absent: only
 * `npm run backup` makes copies.
 */
export type BackupConfig = {
  readonly to: string | undefined;
  readonly key: string | undefined;
  readonly everySeconds: number;
  readonly s3: Omit<S3Config, 'bucket'> | undefined;
};
/** A language model with an OpenAI-compatible API. `key`: absent for a local model. */
export type ModelConfig = { readonly url: string; readonly key: string | undefined; readonly model: string };
/**
 * `authservId`: the mail server whose Authentication-Results are trusted. Absent: no sender is authenticated.
 */
export type MailInConfig = { readonly address: string; readonly secret: string; readonly authservId: string | undefined };
/** `apiUrl`: set only if it is not Stripe's own. */
export type StripeConfig = { readonly secretKey: string; readonly webhookSecret: string; readonly apiUrl: string | undefined };

/** Can be sent to another process. */
export type Config = {
  readonly production: boolean;
  readonly host: string;
  /** Loopback by default, because the desk's proxy usually runs on this machine. */
  readonly deskHost: string;
  readonly port: number;
  readonly deskPort: number;
  /** Absent in production, which uses real providers. */
  readonly sandboxPort: number | undefined;
  /** Base of all absolute URLs, without a trailing slash. */
  readonly shopUrl: string;
  /** The desk's own origin. Absent in production if it is not set: then there is only the status page. */
  readonly deskUrl: string | undefined;
  readonly apiBase: string;
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** The owner's files. */
  readonly shopDir: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The same database past a pooler, for what needs a session. */
  readonly databaseDirectUrl: string | undefined;
  /** Replicas, for reads that may be a moment old. */
  readonly databaseReadUrl: string | undefined;
  /** Accepts that a failover loses what no replica has confirmed. */
  readonly allowAsyncReplicas: boolean;
  readonly databasePool: number;
  /** A NATS server that carries live updates. Absent: the database does. */
  readonly liveUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  /** The address for replies to mails, and the secret of the inbound webhook. Absent: no inbound mail. */
  readonly mailIn: MailInConfig | undefined;
  /** Newest first. Empty: the data folder stores them. */
  readonly secretKeys: readonly string[];
  /** Absent: Stripe is not used. */
  readonly stripe: StripeConfig | undefined;
  /** Also for keys that are entered at the desk. Absent: Stripe's own. */
  readonly stripeApiUrl: string | undefined;
  /**
   * URL of the breach list (looked up by hash prefix). Absent: only the shipped list of common passwords is
   * used.
   */
  readonly breachListUrl: string | undefined;
  readonly metricsToken: string | undefined;
  readonly rateLimits: boolean;
  /** Hosts that webhooks may reach over http and in the private network; none in production. */
  readonly webhookHosts: readonly string[];
  /** Per account. */
  readonly perHour: { readonly purchases: number; readonly deposits: number };
  readonly logLevel: Environment['LOG_LEVEL'];
  /** Whether this process runs the jobs: beside the pages, not at all, or nothing else. */
  readonly jobs: Environment['JOBS'];
  /** Whether a start migrates the database, or requires that it was done. */
  readonly migrate: boolean;
  /** Health checks and metrics of a process that runs only the jobs. */
  readonly workerPort: number;
  /** How long a stopping process goes on serving, so that balancers see that it is not ready. */
  readonly drainSeconds: number;
  /** Uploads are rejected if there is less free space than this. */
  readonly filesFreeMb: number;
  /** Undefined: files are stored in the data folder. */
  readonly filesS3: S3Config | undefined;
  readonly backup: BackupConfig;
  /** Absent: no AI drafts. */
  readonly model: ModelConfig | undefined;
  /** Whether the address of a collector is set. */
  readonly isTraced: boolean;
};

/** All start-up errors, one line each. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly lines: readonly string[];
  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options);
    this.lines = lines;
  }
}

/**
 * The configuration and all its errors. If there are errors, use the configuration only to find more of them.
 */
export type ReadConfig = { readonly config: Config; readonly errors: readonly string[]; readonly warnings: readonly string[] };

/** Two checks of a balancer that looks every two seconds. */
const PRODUCTION_DRAIN_SECONDS = 5;

/**
 * `inFile`: the variables that stand in the file `.env`. All of them should be ours; platforms add their own
 * to the environment.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, inFile: readonly string[] = []): ReadConfig {
  const { config, errors, warnings } = readVariables(environment);
  const misspelt = findMisspelt([...Object.keys(environment), ...inFile], Object.keys(environmentShape.shape));
  const lines = (isInFile: boolean) =>
    misspelt
      .filter(({ name }) => inFile.includes(name) === isInFile)
      .map(({ name, meant }) => `${name} is not a variable of the shop. Is ${meant} meant?`);
  return { config, errors: [...errors, ...new Set(lines(true))], warnings: [...warnings, ...lines(false)] };
}

function readVariables(environment: Readonly<Record<string, string | undefined>>): ReadConfig {
  // An empty variable counts as not set: compose files and shells pass absent variables so.
  const setVariables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = environmentShape.safeParse(setVariables);
  if (parsed.success) return { config: toConfig(parsed.data), errors: findCrossErrors(parsed.data), warnings: listWarnings(parsed.data) };
  const invalid = Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), undefined]));
  // Skip a port that could not be parsed. Port 0 requests any free port.
  for (const name of Object.keys(invalid)) if (name.endsWith('PORT')) Object.assign(invalid, { [name]: '0' });
  const rest = environmentShape.parse({ ...setVariables, ...invalid });
  const errors = [...parsed.error.issues.map((issue) => formatIssue(issue, setVariables)), ...findCrossErrors(rest)];
  return { config: toConfig(rest), errors, warnings: [] };
}

function formatIssue(issue: z.core.$ZodIssue, setVariables: Readonly<Record<string, string | undefined>>): string {
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
  // An address may contain a password, so its value is never repeated.
  const value = /URL|TOKEN|SECRET|KEY|HEADERS|ENDPOINT/.test(name) ? '' : ` (it is "${setVariables[name] ?? ''}")`;
  return `${name} ${must}${value}.`;
}

function toS3(env: Environment): S3Config | undefined {
  const [endpoint, bucket, region, key, secret] = s3Names.map((name) => env[name]);
  if (!endpoint || !bucket || !region || !key || !secret) return undefined;
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, key, secret };
}

function toBackupS3(env: Environment): BackupConfig['s3'] {
  const [endpoint, region, key, secret] = backupS3Names.map((name) => env[name]);
  return endpoint && region && key && secret ? { endpoint: endpoint.replace(/\/+$/, ''), region, key, secret } : undefined;
}

function parseModel({ MAKER_URL: url, MAKER_KEY: key, MAKER_MODEL: model }: Environment): ModelConfig | undefined {
  return url && model ? { url: url.replace(/\/+$/, ''), key, model } : undefined;
}

function toConfig(env: Environment): Config {
  const production = env.NODE_ENV === 'production';
  return {
    production,
    host: env.HOST ?? (production ? '0.0.0.0' : LOOPBACK),
    deskHost: env.DESK_HOST ?? LOOPBACK,
    port: env.PORT,
    deskPort: env.DESK_PORT,
    sandboxPort: production ? undefined : env.SANDBOX_PORT,
    shopUrl: (env.SHOP_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    deskUrl: (env.DESK_URL ?? (production ? undefined : `http://localhost:${env.DESK_PORT}`))?.replace(/\/+$/, ''),
    apiBase: env.API_BASE.replace(/\/+$/, ''),
    corsOrigins: env.CORS_ORIGINS,
    trustedProxies: env.TRUSTED_PROXIES,
    webhookHosts: env.WEBHOOK_HOSTS,
    ...resolveFolders(env),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    allowAsyncReplicas: env.ALLOW.includes('async-replicas'),
    databasePool: env.DATABASE_POOL,
    liveUrl: env.LIVE_URL,
    smtpUrl: env.SMTP_URL,
    mailIn: parseMailIn(env),
    secretKeys: env.SECRET_KEYS,
    stripe: parseStripe(env),
    stripeApiUrl: env.STRIPE_API_HOST,
    breachListUrl: env.BREACH_LIST_URL?.replace(/\/+$/, ''),
    metricsToken: env.METRICS_TOKEN,
    rateLimits: env.RATE_LIMITS === 'on',
    perHour: { purchases: env.PURCHASES_PER_HOUR, deposits: Math.ceil(env.PURCHASES_PER_HOUR / 2) },
    logLevel: env.LOG_LEVEL,
    jobs: env.JOBS,
    migrate: env.MIGRATE === 'on',
    workerPort: env.WORKER_PORT,
    drainSeconds: env.DRAIN_SECONDS ?? (production ? PRODUCTION_DRAIN_SECONDS : 0),
    filesFreeMb: env.FILES_FREE_MB,
    filesS3: toS3(env),
    backup: { to: env.BACKUP_TO, key: env.BACKUP_KEY, everySeconds: env.BACKUP_SECONDS, s3: toBackupS3(env) },
    model: parseModel(env),
    isTraced: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  };
}

/**
 * The data of another shop than the default one are in its own folder, so that two shops never share a
 * database by mistake.
 */
function resolveFolders({ SHOP_DIR, DATA_DIR }: Environment): Pick<Config, 'shopDir' | 'dataDir'> {
  const shopDir = resolve(SHOP_DIR ?? defaultShop);
  return { shopDir, dataDir: resolve(DATA_DIR ?? (shopDir === defaultShop ? 'data' : join(shopDir, 'data'))) };
}

function parseMailIn({ MAIL_IN_ADDRESS: address, MAIL_IN_SECRET: secret, MAIL_IN_AUTHSERV_ID: authservId }: Environment) {
  return address && secret ? { address: address.toLowerCase(), secret, authservId } : undefined;
}

function parseStripe({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_HOST: host }: Environment) {
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, apiUrl: host };
}
