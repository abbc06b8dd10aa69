// Connections to the mail server and the payment provider: from the environment, or entered at the desk and
// stored encrypted. Each node reads them again when they change.
import { type Message, UserError } from '#lib/user-error.ts';
import type { AuditEntry, Done, OperatorSession } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { StripeConfig } from '#platform/config/config.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { DbClient } from '#platform/database/database.ts';
import { type Cipher, createCipher } from '#platform/identity/encryption.ts';
import { createSerialRunner } from '#platform/in-turn.ts';
import { takePoints } from '#platform/limits/limits.ts';
import * as queries from './queries.ts';
import { describeKey, describeSmtpUrl, formatSmtpUrl } from './rules.ts';
import type { ConnectionKind, ConnectionList, MailConnection, PaymentConnection } from './shapes.ts';

const messages = {
  environment: /*i18n*/ {
    id: 'connections.environment',
    message: 'This is set in the environment of the shop, which wins. Remove it there first.',
  },
} as const satisfies Record<string, Message>;

type Values = { readonly mail: MailConnection; readonly payments: PaymentConnection };
/** Null: it cannot be decrypted. */
type Stored = { readonly [Kind in ConnectionKind]?: { readonly value: Values[Kind] | null; readonly changedAt: Date } };

export type Connections = Awaited<ReturnType<typeof openConnections>>;

async function readConnections({ db, log }: AppContext, cipher: Cipher): Promise<Stored> {
  const open = ({ kind, sealed, changedAt }: queries.ConnectionRow) => {
    try {
      return [kind, { value: JSON.parse(cipher.open(sealed, kind)), changedAt }];
    } catch (error) {
      // The shop goes on without it, as without the connection.
      log.error({ err: error, kind }, 'connection.unreadable');
      return [kind, { value: null, changedAt }];
    }
  };
  return Object.fromEntries((await queries.listConnections(db.orm)).map(open)) as Stored;
}

export async function openConnections(ctx: AppContext, secrets: Secrets) {
  const { config, db, clock } = ctx;
  const cipher = createCipher(secrets, 'connections');

  const read = () => readConnections(ctx, cipher);
  const versionNow = async () =>
    (await queries.listConnections(db.orm)).map(({ kind, changedAt }) => `${kind} ${changedAt.toISOString()}`).join(', ');

  let now = { version: await versionNow(), value: await read() };
  const reload = createSerialRunner(async () => {
    const version = await versionNow();
    if (version !== now.version) now = { version, value: await read() };
  });

  const smtpUrl = (): string | undefined => {
    const stored = now.value.mail?.value;
    return config.smtpUrl ?? (stored ? formatSmtpUrl(stored) : undefined);
  };
  const stripe = (): StripeConfig | undefined => {
    const stored = now.value.payments?.value;
    return config.stripe ?? (stored ? { ...stored, apiUrl: config.stripeApiUrl } : undefined);
  };

  if (config.production && !smtpUrl())
    ctx.log.warn({ missing: ['SMTP_URL'], effect: 'mails stay in the outbox' }, 'mail.transport.missing');

  const inEnvironment: Readonly<Record<ConnectionKind, boolean>> = {
    mail: config.smtpUrl !== undefined,
    payments: config.stripe !== undefined,
  };

  function view(kind: ConnectionKind, hint: string | undefined): ConnectionList[ConnectionKind] {
    const stored = now.value[kind];
    const source = inEnvironment[kind] ? 'environment' : stored?.value ? 'desk' : stored ? 'unreadable' : 'none';
    return { source, hint: hint ?? '', changedAt: source === 'environment' ? null : (stored?.changedAt.toISOString() ?? null) };
  }

  return {
    smtpUrl,
    stripe,
    reload,

    list(): ConnectionList {
      const [url, key] = [smtpUrl(), stripe()?.secretKey];
      return {
        mail: view('mail', url && describeSmtpUrl(url)),
        payments: view('payments', key && describeKey(key)),
        webhookUrl: `${config.shopUrl}/api/payments/webhook/stripe`,
      };
    },

    async save<Kind extends ConnectionKind>(tx: DbClient, kind: Kind, value: Values[Kind], hint: string): Promise<Done> {
      if (inEnvironment[kind]) throw new UserError(400, { '': [messages.environment] });
      await queries.setConnection(tx, { kind, sealed: cipher.seal(JSON.stringify(value), kind), changedAt: clock.now() });
      return { entries: [{ id: kind, after: { hint } }], afterCommit: reload };
    },

    /** Before a call to a server of the operator's choice. */
    async noteTry({ operator }: OperatorSession, kind: ConnectionKind, hint: string): Promise<AuditEntry> {
      await takePoints(ctx, [{ limit: 'desk.connectionTest', of: operator.id }]);
      return { id: kind, after: { hint } };
    },

    async remove(tx: DbClient, kind: ConnectionKind): Promise<Done> {
      if (!(await queries.deleteConnection(tx, kind))) throw new UserError(404);
      return { entries: [{ id: kind }], afterCommit: reload };
    },
  };
}
