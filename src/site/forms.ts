// Forms that work without script: posted urlencoded to the page's URL, same origin only. Success redirects
// with 303, so that a reload does not resubmit;
// errors render the page again with the input and messages.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { PostedForm } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import type { Config } from '#platform/config/config.ts';
import { isOwnForm } from '#platform/http/origin.ts';
import type { FormFields, PageForm, PageOwn } from '#platform/http/page-forms.ts';
import { toUserError } from '#platform/http/problem.ts';
import { translateErrors } from '#platform/i18n.ts';
import type { Log } from '#platform/logging/log.ts';
import { getPageRow, isMailed, listServedPages, type PageName } from '../pages.ts';
import { createChoiceCookies, type VisitorPreferences } from './negotiate-variant.ts';

/** The same limit as the API's: a field that is too long gets an error of its own. */
const FORM_BYTES = 256 * 1024;

export type PageOwns = Readonly<Partial<Record<PageName, PageOwn>>>;

export type PageForms = Readonly<Partial<Record<PageName, PageForm>>>;

export type PageFormOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly secure: boolean;
  readonly forms: PageForms;
  readonly currencies: () => readonly CurrencyNumber[];
  readonly visitor: (request: FastifyRequest) => VisitorPreferences;
  /** Renders the page again. */
  readonly again: (request: FastifyRequest, reply: FastifyReply, name: PageName, posted: PostedForm) => Promise<FastifyReply>;
};

export function serveForms(app: FastifyInstance, options: PageFormOptions): void {
  const { config, secure, currencies, forms } = options;
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  for (const name of listServedPages(config.production))
    app.post(getPageRow(name).path, { bodyLimit: FORM_BYTES }, async (request, reply) => {
      if (!isOwnForm(request.headers, config)) throw new UserError(403);
      // A form of a page that a link opens may be posted to the link itself.
      const { code } = request.query as FormFields;
      const form = forms[name];
      const fields: FormFields = { ...(typeof code === 'string' ? { code } : {}), ...readFields(request.body, form?.lists) };
      // Every page has the currency form.
      if (form && fields.currency === undefined) return takeForm(request, reply, { ...options, name, form, fields: fields });
      // The URL is a known page, so this is no open redirect. Drop its language, which would override the
      // choice.
      const address = new URL(request.url, config.shopUrl);
      address.searchParams.delete('lang');
      return redirectSeeOther(
        reply.header('set-cookie', createChoiceCookies(fields, { currencies: currencies(), secure })),
        address.pathname + address.search,
      );
    });
}

/** The last value of a field, or all of a list. */
function readFields(body: unknown, lists: readonly string[] = []): FormFields {
  if (!(body instanceof URLSearchParams)) return {};
  return Object.fromEntries([...body].map(([name, value]) => [name, lists.includes(name) ? body.getAll(name).join(',') : value]));
}

type PageSubmission = PageFormOptions & { readonly name: PageName; readonly form: PageForm; readonly fields: FormFields };

async function takeForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, form, fields, log, visitor, again }: PageSubmission,
): Promise<FastifyReply> {
  const { locale } = visitor(request);
  try {
    const answer = await form.take(fields, { address: request.ip, cookies: request, locale });
    if (isMailed(name)) reply.header('referrer-policy', 'no-referrer');
    if (typeof answer === 'string') return redirectSeeOther(reply, answer);
    return redirectSeeOther(reply.header('set-cookie', answer.cookie), answer.to);
  } catch (error) {
    const userError = toUserError(error, log);
    if (!userError) log.error({ err: error, requestId: request.id, route: getPageRow(name).path }, 'request.unhandled.error');
    return again(request, reply, name, {
      values: Object.fromEntries(form.fields.map((field) => [field, fields[field] ?? ''])),
      status: userError?.status ?? 500,
      errors: translateErrors(userError?.errors ?? {}, locale),
      retryAfterSeconds: userError?.retryAfterSeconds,
      requestId: userError ? undefined : request.id,
    });
  }
}

const redirectSeeOther = (reply: FastifyReply, address: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(address, 303);
