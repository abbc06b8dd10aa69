// HTTP routes of the sandbox bank: payment page, API for the shop, list of payments.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { type Signer, signer } from '#platform/identity/hmac.ts';
import { sendPlainPage } from '#platform/internal-pages/page.ts';
import { type Bank, type BankPaymentState, isPayable, openBank } from './bank.ts';
import { type BankLink, readLink } from './link.ts';
import { confirmPage, renderBooksPage, renderClosedPage, renderPaymentPage } from './pages.ts';
import { createBankWebhooks } from './webhooks.ts';

const BOOKS_SHOWN = 200;
/** A form with one field, or a small API call. */
const MAX_BYTES = 16 * 1024;

const payOutcomes = ['success', 'lost', 'late', 'twice', 'dispute', 'dispute-lost', 'debit', 'debit-returned'] as const;
const meansOutcomes = ['authenticate', 'expired', 'insufficient'] as const;
const outcomeShape = z.object({
  outcome: z.enum(['decline', 'abandon', ...payOutcomes, ...meansOutcomes]),
  /** Any other value saves nothing. */
  save: z.optional(z.string()),
});
const stepShape = z.object({ step: z.literal('confirm') });
const idShape = z.string().check(z.minLength(1), z.maxLength(64));
const paymentIdShape = z.object({ paymentId: idShape });
const refundShape = z.object({
  paymentId: idShape,
  reference: idShape,
  refundId: idShape,
  amount: z.int().check(z.gte(1)),
  currency: currencyShape,
});

const meansShape = z.object({
  paymentId: idShape,
  means: idShape,
  what: z.string().check(z.maxLength(500)),
  amount: z.int().check(z.gte(1)),
  currency: currencyShape,
});
const forgetShape = z.object({ means: idShape });

const listShape = z.object({ kind: z.enum(['charge', 'refund', 'dispute']), since: z.iso.datetime(), after: z.optional(idShape) });

export function serveBank(app: FastifyInstance, ctx: AppContext, secrets: Secrets): void {
  const requestSigner = signer(secrets.derive('sandbox bank'));
  const webhooks = createBankWebhooks(ctx, requestSigner);
  const bank = openBank({ ...ctx, wakeWebhooks: webhooks.nudge });
  app.addHook('onListen', async () => webhooks.start());
  app.addHook('preClose', () => webhooks.stop());
  app.get('/bank', async (_request, reply) => sendPlainPage(reply, 'Bank — sandbox', renderBooksPage(await bank.books(BOOKS_SHOWN))));
  servePayments(app, ctx, bank, requestSigner);
  void app.register(async (inner) => serveShop(inner, ctx, bank, requestSigner));
}

/** The payment page. The signed link is the credential, so no cookie and no Origin is checked. */
function servePayments(app: FastifyInstance, { config }: AppContext, bank: Bank, requestSigner: Signer): void {
  // After the POST the browser is redirected to the shop, which is another origin.
  const policy = `default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'self' ${new URL(config.shopUrl).origin}; frame-ancestors 'none'`;
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const parseLink = (request: FastifyRequest): { link: BankLink; address: string } => {
    const { '*': token } = request.params as { readonly '*': string };
    const link = readLink(token, requestSigner, config.shopUrl);
    if (!link) throw new UserError(404);
    return { link, address: `/pay/${token}` };
  };
  const sendClosed = (reply: FastifyReply, link: BankLink, why: Exclude<BankPaymentState, 'open' | 'declined'>): FastifyReply => {
    const { title, body } = renderClosedPage(link, why);
    return sendPlainPage(reply.code(why === 'paid' ? 409 : 410), title, body, link.locale);
  };

  app.get('/pay/*', async (request, reply) => {
    const { link, address } = parseLink(request);
    const state = await bank.look(link);
    reply.header('content-security-policy', policy);
    if (!isPayable(state)) return sendClosed(reply, link, state);
    const { title, body } = stepShape.safeParse(request.query).success
      ? confirmPage(link, address)
      : renderPaymentPage(link, state, address);
    return sendPlainPage(reply, title, body, link.locale);
  });

  app.post('/pay/*', { bodyLimit: MAX_BYTES }, async (request, reply) => {
    const { link } = parseLink(request);
    const parsed = outcomeShape.safeParse(request.body);
    if (!parsed.success) throw new UserError(400);
    const { outcome, save } = parsed.data;
    const state = await performOutcome(bank, link, outcome, save === 'on');
    if (!isPayable(state)) return sendClosed(reply.header('content-security-policy', policy), link, state);
    if (outcome !== 'lost') return reply.header('cache-control', 'no-store').redirect(link.returnUrl, 303);
    // A browser retries by itself if a reused connection breaks before any byte. A partial answer prevents
    // that.
    reply.hijack();
    request.raw.socket.end('lost');
    return reply;
  });
}

/** What each button does; resolves with the previous status. */
function performOutcome(bank: Bank, link: BankLink, outcome: z.output<typeof outcomeShape>['outcome'], isSaved: boolean) {
  if (outcome === 'decline') return bank.decline(link);
  return outcome === 'abandon' ? bank.abandon(link) : bank.pay(link, outcome, isSaved);
}

/** For the shop: calls signed over the raw body. */
function serveShop(app: FastifyInstance, { clock }: AppContext, bank: Bank, requestSigner: Signer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body));

  function parseBody<Shape extends z.ZodMiniType>(request: FastifyRequest, shape: Shape): z.output<Shape> {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!requestSigner.isStamped(request.url, body, request.headers['sandbox-signature'], clock.now())) throw new UserError(401);
    const parsed = shape.safeParse(JSON.parse(body.toString('utf8')));
    if (!parsed.success) throw new UserError(400);
    return parsed.data;
  }

  app.post('/bank/state', async (request) => bank.state(parseBody(request, paymentIdShape).paymentId));
  app.post('/bank/list', async (request) => bank.list(parseBody(request, listShape)));
  app.post('/bank/cancel', async (request) => bank.cancel(parseBody(request, paymentIdShape).paymentId));
  app.post('/bank/charge', async (request, reply) => {
    const { answer, isLost } = await bank.chargeMeans(parseBody(request, meansShape));
    if (!isLost) return answer;
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  });
  app.post('/bank/forget', async (request) => {
    await bank.forgetMeans(parseBody(request, forgetShape).means);
    return {};
  });
  app.post('/bank/refund', async (request, reply) => {
    const refund = await bank.refund(parseBody(request, refundShape));
    return reply.code('refused' in refund ? 409 : 200).send(refund);
  });
}
