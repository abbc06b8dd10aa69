// The environment variables, each validated separately; config.ts checks combinations.
import * as z from 'zod/mini';
import { parseDatabaseUrl } from './database-url.ts';

export const LOOPBACK = '127.0.0.1';
export const localHosts = ['localhost', '127.0.0.1', '[::1]'];

const createPortShape = (fallback: number) =>
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
const createAddressShape = (protocols: readonly string[], what: string) =>
  z.string().check(z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), `must be ${what}`));

const createDatabaseShape = (targets: readonly (string | undefined)[]) =>
  z.string().check(
    z.refine(
      (text) => {
        const url = parseDatabaseUrl(text);
        return url !== undefined && targets.includes(url.target);
      },
      `must be an address such as postgres://user:password@host:5432/fanfare, or of several hosts: postgres://user:password@host1,host2/fanfare?target_session_attrs=${targets.at(-1)}`,
    ),
  );
const writableTargets = [undefined, 'primary', 'read-write'] as const;
const readableTargets = [...writableTargets, 'read-only', 'standby', 'prefer-standby'] as const;

/** What a shop in production may do although it is unsafe. */
const risks = ['http', 'plain-smtp', 'weak-secrets', 'async-replicas'] as const;

export const environmentShape = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  HOST: z.optional(z.string()),
  DESK_HOST: z.optional(z.string()),
  PORT: createPortShape(3000),
  DESK_PORT: createPortShape(3001),
  SANDBOX_PORT: createPortShape(3002),
  DESK_URL: z.optional(createAddressShape(['http:', 'https:'], 'an http or https address, such as https://desk.shop.example')),
  SHOP_URL: z.optional(createAddressShape(['http:', 'https:'], 'an http or https address, such as https://shop.example')),
  API_BASE: z._default(z.union([z.literal(''), createAddressShape(['http:', 'https:'], 'an http or https address')]), ''),
  CORS_ORIGINS: list,
  TRUSTED_PROXIES: list,
  WEBHOOK_HOSTS: list,
  SHOP_DIR: z.optional(z.string()),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(createDatabaseShape(writableTargets)),
  DATABASE_DIRECT_URL: z.optional(createDatabaseShape(writableTargets)),
  DATABASE_READ_URL: z.optional(createDatabaseShape(readableTargets)),
  DATABASE_POOL: count(8, 1, 100),
  LIVE_URL: z.optional(
    createAddressShape(['nats:', 'tls:'], 'an address of a NATS server, such as nats://user:password@nats.example:4222'),
  ),
  SMTP_URL: z.optional(createAddressShape(['smtp:', 'smtps:'], 'an address such as smtps://user:password@mail.example:465')),
  MAIL_IN_ADDRESS: z.optional(
    z
      .string()
      .check(z.regex(/^[\w.-]{1,30}@[\w-]+(\.[\w-]+)+$/, 'must be a plain address without a plus sign, such as reply@in.shop.example')),
  ),
  MAIL_IN_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  MAIL_IN_AUTHSERV_ID: z.optional(
    z.string().check(z.regex(/^[\w.:-]{1,253}$/, 'must be the name of one mail server, such as mx.shop.example')),
  ),
  SECRET_KEYS: list,
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^[sr]k_(test|live)_\w+$/, 'must be a secret or a restricted key of Stripe (sk_live_…, rk_live_…)')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_[\w+/=]+$/, 'must be the signing secret of a Stripe webhook (whsec_…)')),
  ),
  STRIPE_API_HOST: z.optional(createAddressShape(['http:', 'https:'], 'an http or https address')),
  BREACH_LIST_URL: z.optional(createAddressShape(['http:', 'https:'], 'an http or https address, such as https://api.pwnedpasswords.com')),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  PURCHASES_PER_HOUR: count(100, 1, 1_000),
  RATE_LIMITS: z._default(z.enum(['on', 'off']), 'on'),
  ALLOW: z.pipe(list, z.array(z.enum(risks))),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    createAddressShape(['http:', 'https:'], 'an http or https address, such as http://localhost:4318'),
  ),
  JOBS: z._default(z.enum(['on', 'off', 'only']), 'on'),
  MIGRATE: z._default(z.enum(['on', 'off']), 'on'),
  WORKER_PORT: createPortShape(3003),
  DRAIN_SECONDS: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(600))),
  FILES_FREE_MB: count(512, 0, 1_000_000_000),
  FILES_S3_ENDPOINT: z.optional(
    createAddressShape(['http:', 'https:'], 'an http or https address, such as https://s3.eu-central-1.amazonaws.com'),
  ),
  FILES_S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'))),
  FILES_S3_REGION: z.optional(z.string()),
  FILES_S3_KEY: z.optional(z.string()),
  FILES_S3_SECRET: z.optional(z.string()),
  BACKUP_TO: z.optional(z.string()),
  BACKUP_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  BACKUP_SECONDS: count(10, 1, 60),
  BACKUP_S3_ENDPOINT: z.optional(
    createAddressShape(['http:', 'https:'], 'an http or https address, such as https://s3.eu-central-1.amazonaws.com'),
  ),
  BACKUP_S3_REGION: z.optional(z.string()),
  BACKUP_S3_KEY: z.optional(z.string()),
  BACKUP_S3_SECRET: z.optional(z.string()),
  MAKER_URL: z.optional(createAddressShape(['http:', 'https:'], 'an http or https address, such as https://models.example/v1')),
  MAKER_KEY: z.optional(z.string()),
  MAKER_MODEL: z.optional(z.string().check(z.maxLength(200, 'must have at most 200 characters'))),
});

export type Environment = z.output<typeof environmentShape>;
