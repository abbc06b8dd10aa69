// What programs read without a key: llms.txt, and the MCP server (Streamable HTTP, without sessions).
import type { FastifyInstance } from 'fastify';
import { toKnownLocale } from '#lib/locale.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { prepareTagged, sendTagged } from '#platform/http/etag-response.ts';
import { createSecurityHeaders } from '#platform/http/headers.ts';
import type { EncodedResponse } from '#platform/http/prebuilt-response.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { writeLlmsTxt } from './rules.ts';

type AgentDeps = { readonly ctx: AppContext; readonly catalogue: CatalogueModule; readonly shop: ShopTexts };

const PATH = '/api/mcp';
const BODY_BYTES = 64 * 1024;

export function serveAgents(app: FastifyInstance, deps: AgentDeps): void {
  serveLlmsTxt(app, deps);
  // Most shops are asked seldom, so the SDK is loaded by the first request.
  const { shopUrl } = deps.ctx.config;
  let tools: ReturnType<typeof loadTools> | undefined;
  const loadTools = async () => (await import('./tools.ts')).openTools({ ...deps, shopUrl, url: shopUrl + PATH });
  app.register((scope, _options, done) => {
    // The SDK reads the body itself, and answers with the errors of its protocol.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, parsed) => parsed(null, body));
    scope.post(PATH, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      await takePoints(deps.ctx, [{ limit: 'mcp.address', of: request.ip }]);
      tools ??= loadTools();
      const answer = await (await tools)(request.headers, String(request.body ?? ''));
      const type = answer.headers.get('content-type') ?? 'application/json';
      return reply
        .code(answer.status)
        .headers({ 'content-type': type, 'cache-control': 'no-store' })
        .send(await answer.text());
    });
    // There is no stream to listen to, and no session to end.
    for (const method of ['GET', 'DELETE'] as const)
      scope.route({ method, url: PATH, handler: (_request, reply) => reply.code(405).header('allow', 'POST').send({ error: 'POST' }) });
    done();
  });
}

function serveLlmsTxt(app: FastifyInstance, { ctx: { config }, catalogue, shop }: AgentDeps): void {
  const headers = {
    ...createSecurityHeaders(config),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  };
  let ready: { readonly text: string; readonly file: EncodedResponse } | undefined;
  app.get('/llms.txt', async (request, reply) => {
    const locale = toKnownLocale(shop.brand.defaultLocale);
    const storefront = catalogue.storefront(locale, catalogue.currencies().sold[0] ?? 0);
    const text = writeLlmsTxt({ storefront, shopUrl: config.shopUrl, locale }, shop.brand);
    if (ready?.text !== text) ready = { text, file: await prepareTagged(Buffer.from(text), { ...headers, vary: 'Accept-Encoding' }) };
    return sendTagged(request, reply, ready.file);
  });
}
