// The environment, parsed once at the door. Every fault is collected, so that an owner mends all of them in one go.
import { resolve } from 'node:path';
import type * as z from 'zod/mini';
import { crossFaults, s3Names, warningsOf } from './config-errors.ts';
import { type Environment, environmentShape, LOOPBACK } from './config-shape.ts';

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
/** `authservId`: the mail server whose Authentication-Results count. Absent: no sender is proven. */
export type MailInConfig = { readonly address: string; readonly secret: string; readonly authservId: string | undefined };
/** `apiUrl`: only where it is not Stripe's own. */
export type StripeConfig = { readonly secretKey: string; readonly webhookSecret: string; readonly apiUrl: URL | undefined };

export type Config = {
  readonly production: boolean;
  readonly host: string;
  /** Loopback unless it is set: the proxy in front of the desk is on this machine, or the owner says where it is. */
  readonly deskHost: string;
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
  readonly mailIn: MailInConfig | undefined;
  /** The newest first; empty where the data folder keeps them. */
  readonly secretKeys: readonly string[];
  /** Absent where nobody takes money with it. */
  readonly stripe: StripeConfig | undefined;
  /** Where new passwords are looked up by a prefix of their hash. Absent: only the shipped list of common passwords counts. */
  readonly breachListUrl: string | undefined;
  readonly metricsToken: string | undefined;
  readonly rateLimits: boolean;
  /** Of one account. */
  readonly perHour: { readonly purchases: number; readonly deposits: number };
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
export type ReadConfig = { readonly config: Config; readonly faults: readonly string[]; readonly warnings: readonly string[] };

export function readConfig(environment: Readonly<Record<string, string | undefined>>): ReadConfig {
  // A variable that is set to nothing counts as not set: that is how compose files and shells hand over an absent one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = environmentShape.safeParse(given);
  if (parsed.success) return { config: toConfig(parsed.data), faults: crossFaults(parsed.data), warnings: warningsOf(parsed.data) };
  const faulty = Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), undefined]));
  // A port that could not be read is not looked at: 0 asks for any free one.
  for (const name of Object.keys(faulty)) if (name.endsWith('PORT')) Object.assign(faulty, { [name]: '0' });
  const rest = environmentShape.parse({ ...given, ...faulty });
  const faults = [...parsed.error.issues.map((issue) => faultLine(issue, given)), ...crossFaults(rest)];
  return { config: toConfig(rest), faults, warnings: [] };
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

function toS3(env: Environment): S3Config | undefined {
  const [endpoint, bucket, region, key, secret] = s3Names.map((name) => env[name]);
  if (!endpoint || !bucket || !region || !key || !secret) return undefined;
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, key, secret };
}

function modelOf({ MAKER_URL: url, MAKER_KEY: key, MAKER_MODEL: model }: Environment): ModelConfig | undefined {
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
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    smtpUrl: env.SMTP_URL,
    mailIn: mailInOf(env),
    secretKeys: env.SECRET_KEYS,
    stripe: stripeOf(env),
    breachListUrl: env.BREACH_LIST_URL?.replace(/\/+$/, ''),
    metricsToken: env.METRICS_TOKEN,
    rateLimits: env.RATE_LIMITS === 'on',
    perHour: { purchases: env.PURCHASES_PER_HOUR, deposits: env.DEPOSITS_PER_HOUR },
    logLevel: env.LOG_LEVEL,
    stopSeconds: env.STOP_SECONDS,
    filesFreeMb: env.FILES_FREE_MB,
    filesS3: toS3(env),
    model: modelOf(env),
  };
}

function mailInOf({ MAIL_IN_ADDRESS: address, MAIL_IN_SECRET: secret, MAIL_IN_AUTHSERV_ID: authservId }: Environment) {
  return address && secret ? { address: address.toLowerCase(), secret, authservId } : undefined;
}

function stripeOf({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_HOST: host }: Environment) {
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, apiUrl: host === undefined ? undefined : new URL(host) };
}
