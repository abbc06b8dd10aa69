// Turns errors into problem details (RFC 9457), in the language of the request.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLocale, type Locale } from '#lib/locale.ts';
import { UserError } from '#lib/user-error.ts';
import { isUnavailable } from '../database/database-errors.ts';
import { translate, translateErrors } from '../i18n.ts';
import type { Log } from '../logging/log.ts';
import { recordOutage } from '../logging/outages.ts';
import { readCookie } from './cookies.ts';
import { titles, validationMessages } from './validation-errors.ts';

export type Problem = {
  type: string;
  title: string;
  status: number;
  /** One sentence, if there is more to say than the title. */
  detail?: string;
  requestId: string;
  errors?: Record<string, string[]>;
};

export const getLocale = (request: FastifyRequest): Locale =>
  chooseLocale({ cookie: readCookie(request, 'locale'), acceptLanguage: request.headers['accept-language'] });

/** Error codes of Fastify itself, thrown before a handler runs. */
const knownErrors: Readonly<Record<string, () => UserError>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new UserError(400, { '': [validationMessages.broken] }),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new UserError(400, { '': [validationMessages.broken] }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new UserError(400, { '': [validationMessages.broken] }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new UserError(413),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new UserError(415),
  FST_ERR_CTP_INVALID_TYPE: () => new UserError(415),
  FST_ERR_BAD_URL: () => new UserError(404),
  FST_ERR_MAX_PARAM_LENGTH: () => new UserError(404),
  FST_UNDER_PRESSURE: () => new UserError(503, {}, 2),
};

/** Retry-After of database outages and lock timeouts, which usually end within seconds. */
const DATABASE_RETRY_SECONDS = 5;

/** The user error behind an error, if it is expected. A database outage is recorded and becomes a 503. */
export function toUserError(error: unknown, log: Pick<Log, 'error' | 'info'>): UserError | undefined {
  if (error instanceof UserError) return error;
  if (isUnavailable(error)) {
    recordOutage(log, error);
    return new UserError(503, {}, DATABASE_RETRY_SECONDS);
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const refuse = code === undefined ? undefined : knownErrors[code];
  if (refuse) return refuse();
  // secure-json-parse and similar libraries mark their errors with a status only.
  return statusCode === 400 ? new UserError(400, { '': [validationMessages.broken] }) : undefined;
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  userError: UserError | undefined,
  locale: Locale = getLocale(request),
): FastifyReply {
  const status = userError?.status ?? 500;
  const problem: Problem = { type: 'about:blank', title: translate(titles[status], locale), status, requestId: request.id };
  if (status === 400) problem.errors = translateErrors(userError?.errors ?? {}, locale);
  else if (userError?.errors['']?.[0]) problem.detail = translate(userError.errors[''][0], locale);
  if (userError?.retryAfterSeconds !== undefined) reply.header('retry-after', String(userError.retryAfterSeconds));
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem));
}
