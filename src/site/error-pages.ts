// Renders the pages for 404 and 500. They are not cached, because there is no limit to wrong paths.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '#lib/markdown/html.ts';
import type { UserError } from '#lib/user-error.ts';
import { sendBytes } from '#platform/http/send-bytes.ts';
import type { ErrorPages } from '#platform/http/server.ts';
import type { Log } from '#platform/logging/log.ts';
import type { VisitorPreferences } from './negotiate-variant.ts';
import type { PageMaking } from './render-page.ts';

/** Longer paths are cut. */
const PATH_CHARS = 2_000;

export function createErrorPages(making: PageMaking, visitor: (request: FastifyRequest) => VisitorPreferences, log: Log): ErrorPages {
  async function say(
    request: FastifyRequest,
    reply: FastifyReply,
    screen: 'notFound' | 'error',
    status: number,
    again = {},
  ): Promise<FastifyReply> {
    const path = request.url.slice(0, PATH_CHARS);
    // A path that cannot be decoded bypasses the hooks that set the request id.
    reply.raw.setHeader('x-request-id', request.id);
    try {
      const pageRequest = { what: 'document', screen, params: {}, path, requestId: request.id, ...visitor(request) } as const;
      const page = await making.plain(pageRequest);
      return sendBytes(request, reply, { ...page, headers: { ...page.headers, ...again, 'cache-control': 'no-store' } }, { status });
    } catch (cause) {
      // The error page itself failed: answer in plain text.
      log.error({ err: cause, requestId: request.id }, 'pages.error_page.failed');
      return reply
        .code(status)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(renderPlainError(status, request.id));
    }
  }
  return {
    notFound: (request, reply) => say(request, reply, 'notFound', 404),
    serverError(request, reply, userError: UserError | undefined) {
      const again = userError?.retryAfterSeconds === undefined ? {} : { 'retry-after': String(userError.retryAfterSeconds) };
      return userError?.status === 404
        ? say(request, reply, 'notFound', 404)
        : say(request, reply, 'error', userError?.status ?? 500, again);
    },
  };
}

const renderPlainError = (status: number, requestId: string): string => {
  const title = status === 404 ? 'Page Not Found' : 'Internal Server Error';
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title></head>
<body><h1>${title}</h1><p>Something went wrong on our side. If you write to us, please quote ${requestId}.</p><p><a href="/">Home</a></p></body></html>
`.text;
};
