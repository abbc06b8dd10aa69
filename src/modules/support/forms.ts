// HTML forms and file downloads of the contact page and of the mailed conversation, with and without script.
import type { FastifyInstance } from 'fastify';
import { type Message, UserError } from '#lib/user-error.ts';
import type { Config } from '#platform/config/config.ts';
import { sendFile } from '#platform/http/bytes.ts';
import type { PageForm, PageOwn } from '#platform/http/page-forms.ts';
import { createPathCookie } from '#platform/http/path-cookie.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { href } from '../../pages.ts';
import type { SupportModule } from './actions.ts';
import { type DeclarationKind, declarationShapes } from './declarations/shapes.ts';
import { COOKIE_SECONDS } from './rules.ts';
import { answerMessageShape, ticketFileRequestShape } from './shapes-threads.ts';

const messages = {
  closed: /*i18n*/ {
    id: 'ticket.closed',
    message: 'Your message wasn’t sent: this conversation is no longer open in this browser. Open the link in our latest email.',
  },
} as const satisfies Record<string, Message>;

export const createTicketForm = (support: SupportModule): PageForm => ({
  fields: ['name', 'email', 'message'],
  async take(fields, writer) {
    const { ticketNumber } = await support.receiveTicket(fields, writer);
    return `${href('contact')}?sent=${ticketNumber}`;
  },
});

/** The two steps of /withdrawal and of /cancel. The second one sends the id of what the first one kept. */
export const createDeclarationForm = (kind: DeclarationKind, { declarations }: Pick<SupportModule, 'declarations'>): PageForm => ({
  fields: ['request', ...Object.keys(declarationShapes[kind].def.shape)],
  async take(fields, visitor) {
    if (fields.request === undefined) return `${href(kind)}?request=${await declarations.begin(kind, fields, visitor)}`;
    await declarations.confirm(fields.request, visitor);
    return `${href(kind)}?sent=yes`;
  },
});

export const createDeclarationReader =
  ({ declarations }: Pick<SupportModule, 'declarations'>): PageOwn =>
  async ({ request }) =>
    request && declarations.find(request);

const createTicketCookie = (config: Pick<Config, 'shopUrl'>) => createPathCookie(config, { name: 'ticket', path: href('ticket') });

/** Expired and missing links show a page of their own. */
const undefinedIfNotFound = (cause: unknown): undefined => {
  if (cause instanceof UserError && cause.status === 404) return undefined;
  throw cause;
};

export function getThreadPage(config: Pick<Config, 'shopUrl'>, support: Pick<SupportModule, 'threadByCookie'>): PageOwn {
  const cookie = createTicketCookie(config);
  return async ({ code }, reader) => {
    const key = code ? undefined : cookie.read(reader.cookies);
    return key && support.threadByCookie(key, reader).catch(undefinedIfNotFound);
  };
}

type ByLink = Pick<SupportModule, 'openLink' | 'renewLink' | 'answerByCookie' | 'confirmByCookie'>;

/** Handles the four forms of the conversation page: open, renew, confirm and answer. */
export function createConversationForm(config: Pick<Config, 'shopUrl'>, support: ByLink): PageForm {
  const cookie = createTicketCookie(config);
  return {
    fields: ['code', 'message'],
    async take(fields, writer) {
      const { code = '', renew, confirm, message } = fields;
      if (renew !== undefined) {
        await support.renewLink(code, writer);
        return `${href('ticket')}?sent=link`;
      }
      const key = cookie.read(writer.cookies) ?? '';
      if (confirm !== undefined) {
        await support.confirmByCookie(key, writer).catch(undefinedIfNotFound);
        return href('ticket');
      }
      if (message === undefined)
        return { to: href('ticket'), cookie: cookie.set(await support.openLink(code, key, writer), COOKIE_SECONDS) };
      const parsed = answerMessageShape.safeParse({ message });
      if (!parsed.success) throw createValidationError(parsed.error.issues, fields);
      await support.answerByCookie(key, parsed.data.message, writer).catch((cause: unknown) => {
        undefinedIfNotFound(cause);
        throw new UserError(400, { '': [messages.closed] });
      });
      return `${href('ticket')}?sent=answer`;
    },
  };
}

/** Below the page's path, so that the browser sends its cookie. */
export function serveTicketFiles(
  app: FastifyInstance,
  config: Pick<Config, 'shopUrl'>,
  support: Pick<SupportModule, 'fileByCookie'>,
): void {
  const cookie = createTicketCookie(config);
  app.get(`${href('ticket')}/file`, async (request, reply) => {
    const query = ticketFileRequestShape.safeParse(request.query);
    if (!query.success) throw new UserError(404);
    const file = await support.fileByCookie(cookie.read(request) ?? '', query.data.id, { address: request.ip });
    return sendFile(reply.header('referrer-policy', 'no-referrer'), file);
  });
}
