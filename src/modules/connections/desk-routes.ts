// Routes for the mail server and the payment provider.
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { MailModule } from '#modules/mail/actions.ts';
import { checkStripeAccount } from '#modules/payments/actions.ts';
import type { DeskHandlers, Done } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { formatCause } from '#platform/logging/log.ts';
import type { Connections } from './actions.ts';
import type { connectionCalls } from './desk-calls.ts';
import { checkMailConnection, checkPaymentConnection, describeKey, describeSmtpUrl, formatSmtpUrl } from './rules.ts';
import type { MailConnection, PaymentConnection, TriedConnection } from './shapes.ts';

export type ConnectionDeps = {
  readonly ctx: AppContext;
  readonly connections: Connections;
  readonly mail: MailModule;
  readonly catalogue: CatalogueModule;
  /** Every module uses the new connection. */
  readonly refresh: () => Promise<unknown>;
};

const CALL_PATIENCE_MS = 8_000;

export function connectionRoutes({
  ctx,
  connections,
  mail,
  catalogue,
  refresh,
}: ConnectionDeps): Pick<DeskHandlers, keyof typeof connectionCalls> {
  const { config } = ctx;

  async function tryMail(connection: MailConnection, to: string): Promise<TriedConnection> {
    const error = await mail.tryServer(formatSmtpUrl(connection), to).then(() => null, formatCause);
    return error === null
      ? { ok: true, lines: [`Sent to ${to}. Check that it arrived, and not as spam.`] }
      : { ok: false, lines: [`Couldn’t send: ${error}`] };
  }

  async function tryPayments(connection: PaymentConnection): Promise<TriedConnection> {
    try {
      const stripe = { ...connection, apiUrl: config.stripeApiUrl };
      return {
        ok: true,
        lines: [...(await checkStripeAccount(ctx, stripe, catalogue.currencies().sold, AbortSignal.timeout(CALL_PATIENCE_MS)))],
      };
    } catch (error) {
      return { ok: false, lines: [formatCause(error), 'A restricted key must be able to read the balance.'] };
    }
  }

  const refreshAfter = (done: Done): Done => ({
    ...done,
    async afterCommit() {
      await done.afterCommit?.();
      await refresh();
    },
  });

  return {
    'GET /api/connections': async () => connections.list(),
    async 'POST /api/connections/mail'(tx, { input }) {
      checkMailConnection(input, config);
      return connections.save(tx, 'mail', input, describeSmtpUrl(formatSmtpUrl(input)));
    },
    async 'POST /api/connections/mail/try'({ input, session }) {
      checkMailConnection(input, config);
      const entry = await connections.noteTry(session, 'mail', describeSmtpUrl(formatSmtpUrl(input)));
      return { entries: [entry], afterCommit: () => tryMail(input, session.operator.email) };
    },
    async 'POST /api/connections/payments'(tx, { input }) {
      checkPaymentConnection(input, config);
      return refreshAfter(await connections.save(tx, 'payments', input, describeKey(input.secretKey)));
    },
    async 'POST /api/connections/payments/try'({ input, session }) {
      checkPaymentConnection(input, config);
      const entry = await connections.noteTry(session, 'payments', describeKey(input.secretKey));
      return { entries: [entry], afterCommit: () => tryPayments(input) };
    },
    'POST /api/connections/remove': async (tx, { input }) => refreshAfter(await connections.remove(tx, input.kind)),
  };
}
