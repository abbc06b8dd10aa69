// Serves API v2, at one address for all actions. Errors are answered with 200, because programs of resellers
// look for `error` alone; those of ours keep their status.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UserError } from '#lib/user-error.ts';
import { expectAllowed, findKey } from '#modules/api-v1/actions.ts';
import { getLocale, toUserError } from '#platform/http/problem.ts';
import { titles } from '#platform/http/validation-errors.ts';
import { translate } from '#platform/i18n.ts';
import { actions, type ResellerDeps, ResellerError } from './actions.ts';
import { errors, type Parameters, readAction, readText } from './rules.ts';

const PATHS = ['/api/v2', '/api/v2/'];

export function serveResellers(app: FastifyInstance, deps: ResellerDeps): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) => readBody(request, body));
    scope.setErrorHandler((error, request, reply) => sendError(deps, error, request, reply));
    for (const url of PATHS) {
      scope.get(url, (_request, reply) => reply.header('cache-control', 'no-store').send({ error: errors.get }));
      scope.post(url, async (request, reply) => reply.header('cache-control', 'no-store').send(await act(deps, request, reply)));
    }
    done();
  });
}

async function act(deps: ResellerDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const parameters: Parameters = { ...(request.query as Parameters), key: undefined, ...(request.body as Parameters | undefined) };
  const locale = getLocale(request);
  const key = await findKey(deps.ctx, request, reply, readText(parameters, 'key'));
  const name = readAction(parameters);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw new ResellerError(errors.action);
  expectAllowed(key, action);
  return action.run({
    deps,
    parameters,
    reseller: { keyId: key.id, accountId: key.accountId ?? '', address: request.ip, locale },
  });
}

/** A form or JSON, whatever its type says. */
async function readBody({ headers }: FastifyRequest, body: Buffer): Promise<Parameters> {
  const type = headers['content-type'] ?? '';
  const text = body.toString('utf8').trim();
  try {
    if (text.startsWith('{')) return JSON.parse(text) as Parameters;
    if (!type.startsWith('multipart/form-data')) return Object.fromEntries(new URLSearchParams(text));
    return Object.fromEntries(await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData());
  } catch {
    throw new ResellerError(errors.action);
  }
}

function sendError({ ctx: { log, db } }: ResellerDeps, cause: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = cause instanceof ResellerError ? undefined : toUserError(cause, log);
  const isOurs = !(cause instanceof ResellerError) && (error === undefined || error.status >= 500);
  if (isOurs) db.probe.note(cause);
  if (isOurs && !error) log.error({ err: cause, requestId: request.id, route: request.routeOptions.url }, 'request.unhandled.error');
  if (error?.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply
    .code(isOurs ? (error?.status ?? 500) : 200)
    .header('cache-control', 'no-store')
    .send({ error: cause instanceof ResellerError ? cause.message : describeError(error) });
}

function describeError(error: UserError | undefined): string {
  if (error?.status === 401) return errors.key;
  const [message] = Object.values(error?.errors ?? {}).flat();
  return translate(message ?? titles[error?.status ?? 500], 'en');
}
