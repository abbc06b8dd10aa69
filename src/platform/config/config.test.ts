import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const s3 = {
  FILES_S3_ENDPOINT: 'https://s3.example',
  FILES_S3_BUCKET: 'briefs',
  FILES_S3_REGION: 'eu-1',
  FILES_S3_KEY: 'k',
  FILES_S3_SECRET: 's',
};
const stripe = { STRIPE_SECRET_KEY: 'sk_test_key', STRIPE_WEBHOOK_SECRET: 'whsec_secret' };
const stripeLive = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_key' };
const production = { NODE_ENV: 'production', SHOP_URL: 'https://shop.example' };

describe('invalid environment: refused with one line for each error', () => {
  test.each<[Record<string, string>, RegExp[]]>([
    [{ PORT: 'eighty' }, [/^PORT must be a .*number.*"eighty"/]],
    [{ PORT: '70000' }, [/^PORT must be at most 65535/]],
    [{ PORT: '80.5' }, [/^PORT must be a whole number/]],
    [{ PORT: '4000', DESK_PORT: '4000' }, [/must differ/]],
    [{ DATABASE_URL: 'mysql://x' }, [/^DATABASE_URL must be an address such as postgres/]],
    [{ SMTP_URL: 'mail.example' }, [/^SMTP_URL must be an address/]],
    [{ JOBS: 'never' }, [/^JOBS must be one of on, off, only/]],
    [{ DRAIN_SECONDS: '601' }, [/^DRAIN_SECONDS must be at most 600/]],
    [{ LOG_LEVEL: 'loud' }, [/^LOG_LEVEL must be one of trace, debug/]],
    [{ ALLOW: 'http, https' }, [/^ALLOW must be one of http, plain-smtp/]],
    [{ NODE_ENV: 'staging' }, [/^NODE_ENV must be one of development, test, production/]],
    [{ SHOP_URL: 'https://shop.example' }, [/localhost address outside production/]],
    [{ SHOP_URL: 'javascript:alert(1)' }, [/^SHOP_URL must be an http or https address/]],
    [{ HOST: '0.0.0.0' }, [/^HOST must be a loopback address outside production/]],
    [{ NODE_ENV: 'production' }, [/^SHOP_URL must be set in production/]],
    [{ ...production, WEBHOOK_HOSTS: '127.0.0.1' }, [/^WEBHOOK_HOSTS is for development only/]],
    [{ ...production, RATE_LIMITS: 'off' }, [/^RATE_LIMITS=off is for load tests only/]],
    [{ DESK_HOST: '0.0.0.0' }, [/^DESK_HOST must be a loopback address outside production/]],
    [{ ...production, SHOP_URL: 'http://shop.example' }, [/^SHOP_URL must be an https address.*ALLOW=http/]],
    [{ ...production, SMTP_URL: 'smtp://mail.example:587' }, [/^SMTP_URL must be an smtps address.*ALLOW=plain-smtp/]],
    [{ ...production, SECRET_KEYS: 'a'.repeat(44) }, [/^SECRET_KEYS can be guessed.*ALLOW=weak-secrets/]],
    [{ ...production, SECRET_KEYS: 'password'.repeat(6) }, [/^SECRET_KEYS can be guessed/]],
    [{ ...production, SECRET_KEYS: 'abcdefghijklmnopqrstuvwxyz0123456789' }, [/^SECRET_KEYS can be guessed/]],
    [{ ...production, METRICS_TOKEN: '1234567812345678' }, [/^METRICS_TOKEN can be guessed/]],
    [{ ...production, MAIL_IN_ADDRESS: 'reply@in.shop.example', MAIL_IN_SECRET: 'x-'.repeat(16) }, [/^MAIL_IN_SECRET can be guessed/]],
    [{ MAIL_IN_AUTHSERV_ID: 'mx.shop.example' }, [/^MAIL_IN_AUTHSERV_ID is set without MAIL_IN_ADDRESS/]],
    [{ MAIL_IN_AUTHSERV_ID: 'mx.shop.example, mx2' }, [/^MAIL_IN_AUTHSERV_ID must be the name of one mail server/]],
    [{ CORS_ORIGINS: '*' }, [/exact origins/]],
    [{ CORS_ORIGINS: 'https://a.example/path' }, [/exact origins/]],
    [{ FILES_S3_BUCKET: 'briefs', FILES_S3_KEY: 'k' }, [/^FILES_S3_ENDPOINT, FILES_S3_REGION, FILES_S3_SECRET must be set too/]],
    [{ ...s3, FILES_S3_BUCKET: 'No Bucket' }, [/^FILES_S3_BUCKET must be the name/, /^FILES_S3_BUCKET must be set too/]],
    [{ ...production, ...s3, FILES_S3_ENDPOINT: 'http://s3.example' }, [/^FILES_S3_ENDPOINT must be an https address in production/]],
    [{ MAKER_URL: 'https://models.example/v1' }, [/^MAKER_URL and MAKER_MODEL go together/]],
    [{ MAKER_KEY: 'secret' }, [/^MAKER_KEY is set without MAKER_URL/]],
    [{ ...production, MAKER_URL: 'http://models.example', MAKER_MODEL: 'm' }, [/^MAKER_URL must be an https address in production/]],
    [{ MAKER_URL: 'models', MAKER_MODEL: 'm' }, [/^MAKER_URL must be an http or https address, such as [^"]*$/, /go together/]],
    [{ LIVE_URL: 'https://nats.example' }, [/^LIVE_URL must be an address of a NATS server/]],
    [{ METRICS_TOKEN: 'short' }, [/^METRICS_TOKEN must have at least 16/]],
    [{ STRIPE_SECRET_KEY: 'sk_test_key' }, [/^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together/]],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_secret' }, [/go together/]],
    [{ ...stripe, STRIPE_SECRET_KEY: 'pk_test_key' }, [/^STRIPE_SECRET_KEY must be a secret or a restricted key/, /go together/]],
    [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }, [/^STRIPE_WEBHOOK_SECRET must be the signing secret/, /go together/]],
    [{ ...production, ...stripe }, [/^STRIPE_SECRET_KEY is a test key.* refused in production/]],
    [{ ...stripe, STRIPE_SECRET_KEY: 'rk_live_key' }, [/^STRIPE_SECRET_KEY is a live key.* refused outside production/]],
    [{ ...stripe, STRIPE_API_HOST: 'stripe.example' }, [/^STRIPE_API_HOST must be an http or https address/]],
    [
      { ...production, ...stripeLive, STRIPE_API_HOST: 'http://stripe.example' },
      [/^STRIPE_API_HOST must be an https address in production/],
    ],
    [{ BREACH_LIST_URL: 'breaches' }, [/^BREACH_LIST_URL must be an http or https address, such as [^"]*$/]],
    [{ ...production, BREACH_LIST_URL: 'http://breaches.example' }, [/^BREACH_LIST_URL must be an https address in production/]],
    [{ PORT: 'x', LOG_LEVEL: 'y', HOST: '0.0.0.0' }, [/^PORT/, /^LOG_LEVEL/, /^HOST/]],
  ])('%j', (environment, lines) => {
    const { errors } = readConfig(environment);
    for (const line of lines)
      expect(
        errors.some((error) => line.test(error)),
        errors.join('\n'),
      ).toBe(true);
    expect(errors).toHaveLength(lines.length);
  });

  test('secret in an invalid value: not repeated in the error', () => {
    const { errors } = readConfig({ DATABASE_URL: 'mysql://shop:hunter2@db', METRICS_TOKEN: 'hunter2', STRIPE_SECRET_KEY: 'hunter2' });
    expect(errors).toHaveLength(3);
    expect(errors.join()).not.toContain('hunter2');
  });
});

describe('defaults of the environment', () => {
  test('development: the shop listens on this machine only', () => {
    const { config, errors } = readConfig({ SMTP_URL: ' ' });
    expect(errors).toEqual([]);
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      deskPort: 3001,
      sandboxPort: 3002,
      shopUrl: 'http://localhost:3000',
      smtpUrl: undefined,
    });
  });

  test('Stripe keys set: payments use Stripe at its own address', () => {
    const { config, errors } = readConfig({ ...production, ...stripeLive });
    expect(errors).toEqual([]);
    expect(config.stripe).toEqual({ secretKey: 'sk_live_key', webhookSecret: 'whsec_secret', apiUrl: undefined });
    expect(readConfig(production).config.stripe).toBeUndefined();
  });

  test('production: listens to the network and has no sandbox', () => {
    const { config, errors } = readConfig(production);
    expect(errors).toEqual([]);
    expect(config).toMatchObject({ production: true, host: '0.0.0.0', sandboxPort: undefined, shopUrl: 'https://shop.example' });
  });
});

describe('production environment', () => {
  test.each<Record<string, string>>([
    { SHOP_URL: 'http://shop.example', ALLOW: 'http' },
    { SHOP_URL: 'http://localhost:3000' },
    { SMTP_URL: 'smtp://mail.example:587', ALLOW: 'plain-smtp' },
    { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
    { SMTP_URL: 'smtp://localhost:25' },
    { SMTP_URL: 'smtps://mail.example:465' },
    { SECRET_KEYS: 'a'.repeat(44), ALLOW: 'weak-secrets' },
    { SECRET_KEYS: '9f3c71d2b8e64a0517c6e2905bd83fa4' },
    { SECRET_KEYS: 'q1Zr0bVJm3m1o1bY0kX8W5tq4l2c7n9E6s0PdGhUiAw=', METRICS_TOKEN: 'vJ3kq9Lw2xT7bN5c' },
  ])('%j: accepted', (environment) => expect(readConfig({ ...production, ...environment }).errors).toEqual([]));

  test('relaxed by a switch or without trusted proxies: a warning for each', () => {
    const proxied = { ...production, TRUSTED_PROXIES: '10.0.0.2' };
    expect(readConfig(proxied).warnings).toEqual([]);
    expect(readConfig({}).warnings).toEqual([]);
    expect(readConfig(production).warnings).toEqual([expect.stringMatching(/^TRUSTED_PROXIES is not set/)]);
    const plain = { SHOP_URL: 'http://shop.example', SMTP_URL: 'smtp://mail.example' };
    expect(readConfig({ ...proxied, ...plain, ALLOW: 'http, plain-smtp, weak-secrets' }).warnings).toEqual([
      expect.stringMatching(/^ALLOW=http/),
      expect.stringMatching(/^ALLOW=plain-smtp/),
      expect.stringMatching(/^ALLOW=weak-secrets/),
    ]);
  });

  test.each<[string, boolean]>([
    ['postgres://shop@db.example/shop', true],
    ['postgres://shop@db.example/shop?sslmode=disable', true],
    ['postgres://shop@db.example/shop?sslmode=no-verify', true],
    ['postgres://shop@db.example/shop?sslmode=require', false],
    ['postgres://shop@db.example/shop?sslmode=verify-full', false],
    ['postgres://shop@localhost/shop', false],
    ['postgres://shop@%2Frun%2Fpostgresql/shop', false],
    ['postgres:///shop?host=/run/postgresql', false],
  ])('database at %s: warning is %s', (url, warned) => {
    const { warnings } = readConfig({
      ...production,
      TRUSTED_PROXIES: '10.0.0.2',
      SECRET_KEYS: '9f3c71d2b8e64a0517c6e2905bd83fa4',
      DATABASE_URL: url,
    });
    expect(warnings).toEqual(warned ? [expect.stringMatching(/^DATABASE_URL: .*sslmode=verify-full/)] : []);
  });

  test('drain: five seconds in production, none elsewhere, unless DRAIN_SECONDS is set', () => {
    expect([{}, production, { ...production, DRAIN_SECONDS: '0' }].map((each) => readConfig(each).config.drainSeconds)).toEqual([0, 5, 0]);
  });

  test('desk: listens on this machine unless DESK_HOST is set', () => {
    expect(readConfig(production).config).toMatchObject({ host: '0.0.0.0', deskHost: '127.0.0.1' });
    expect(readConfig({ ...production, HOST: '0.0.0.0' }).config.deskHost).toBe('127.0.0.1');
    expect(readConfig({ ...production, DESK_HOST: '10.0.0.7' }).config.deskHost).toBe('10.0.0.7');
  });
});

test.for([
  ['SMPT_URL', 'SMTP_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SECRET_KEY', 'SECRET_KEYS'],
  ['PORTS', 'PORT'],
])('%s: refused if it stands in .env, and a warning if the environment has it', ([name = '', meant = '']) => {
  const line = `${name} is not a variable of the shop. Is ${meant} meant?`;
  expect(readConfig({ [name]: '1' }, [name])).toMatchObject({ errors: [line], warnings: [] });
  expect(readConfig({ [name]: '1' })).toMatchObject({ errors: [], warnings: [line] });
});

test('variables of platforms and shells: no warning', () => {
  const names = [
    'HOME',
    'PATH',
    'PWD',
    'USER',
    'TERM',
    'LANG',
    'HOSTNAME',
    'OTEL_TRACES_SAMPLER',
    'NODE_OPTIONS',
    'PORT0',
    'npm_config_cache',
  ];
  const environment = Object.fromEntries(names.map((name) => [name, '1']));
  expect(readConfig(environment).warnings).toEqual(['PORT0 is not a variable of the shop. Is PORT meant?']);
});
