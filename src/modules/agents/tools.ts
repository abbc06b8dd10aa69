// The tools of the MCP server. They read what the pages show, and change nothing.
import type { IncomingHttpHeaders } from 'node:http';
import { createMcpHandler, isLegacyRequest, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
// The SDK reads JSON Schema from zod's own objects, not from those of zod/mini.
import * as z from 'zod';
import { getLanguage, type Locale, localeNames, toKnownLocale } from '#lib/locale.ts';
import { getCurrencyCode } from '#lib/money/money.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { translateErrors } from '#platform/i18n.ts';
import { listServices, priceLine, type Shown, viewService } from './rules.ts';

type AgentSources = { readonly shopUrl: string; readonly catalogue: CatalogueModule; readonly shop: ShopTexts };

const VERSION = '1.0.0';

/**
 * Answers both revisions of the protocol, without sessions, and always with JSON. `url`: where it is served.
 */
export function openTools({ url, ...sources }: AgentSources & { readonly url: string }) {
  const create = () => createTools(sources, { name: sources.shop.brand.name, version: VERSION });
  const { fetch } = createMcpHandler(create, { legacy: 'reject', maxSubscriptions: 0 });
  const answerLegacy = async (request: Request): Promise<Response> => {
    const server = create();
    try {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      return await transport.handleRequest(request);
    } finally {
      await server.close();
    }
  };
  return async (headers: IncomingHttpHeaders, body: string): Promise<Response> => {
    const sent = new Headers();
    for (const [name, value] of Object.entries(headers)) if (name.startsWith('mcp-') && typeof value === 'string') sent.set(name, value);
    // Simple programs send neither of the two types that the protocol asks for.
    sent.set('accept', 'application/json, text/event-stream');
    sent.set('content-type', 'application/json');
    const request = new Request(url, { method: 'POST', headers: sent, body });
    return (await isLegacyRequest(request.clone())) ? answerLegacy(request) : fetch(request);
  };
}

const shared = {
  currency: z.string().max(3).optional().describe('A currency code, such as EUR. Without it, the first of the shop.'),
  language: z.string().max(20).optional().describe('A language code, such as en, es or ja.'),
};
const lineFields = {
  offer: z.string().max(80).describe('The id of an offer, from get_service.'),
  quantity: z.int().min(1).max(1_000_000).optional(),
  platform: z.int().optional().describe('The number of a platform, if the offer has some.'),
  addOns: z
    .array(z.object({ id: z.string(), quantity: z.int().default(1) }))
    .max(20)
    .optional(),
};

const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

const answer = (found: object) => ({ content: [{ type: 'text' as const, text: JSON.stringify(found) }], structuredContent: { ...found } });
const refuse = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true });

/** One for each request: the server keeps no session. */
function createTools(sources: AgentSources, { name, version }: { readonly name: string; readonly version: string }): McpServer {
  const server = new McpServer({ name, version });
  server.registerTool(
    'list_services',
    {
      description: 'Lists the services of the shop, each with its lowest price and its page.',
      inputSchema: z.object(shared),
      annotations: readOnly,
    },
    (asked) => withShown(sources, asked, (shown) => answer({ services: listServices(shown) })),
  );
  const service = z.string().max(100).describe('The slug of a service, from list_services.');
  server.registerTool(
    'get_service',
    {
      description: 'Describes a service: what it contains, its offers with prices and delivery times, and the questions of its brief.',
      inputSchema: z.object({ service, ...shared }),
      annotations: readOnly,
    },
    ({ service: slug, ...asked }) =>
      withShown(sources, asked, (shown) => {
        const found = viewService(shown, slug);
        return found ? answer(found) : refuse(`There is no service ${slug}: list_services lists them.`);
      }),
  );
  server.registerTool(
    'price',
    {
      description: 'Prices an offer with a quantity, a platform and add-ons, and gives a link that fills a cart with it. Buys nothing.',
      inputSchema: z.object({ ...lineFields, ...shared }),
      annotations: readOnly,
    },
    ({ offer: offerId, quantity, platform = null, addOns = [], ...asked }) =>
      withShown(sources, asked, (shown) => {
        const least = shown.storefront.prices.offers.find(({ id }) => id === offerId)?.minQuantity ?? 1;
        const priced = priceLine(shown, { offerId, quantity: quantity ?? least, platform, addOns });
        if (!('errors' in priced)) return answer(priced);
        const errors = translateErrors(createValidationError(priced.errors, {}).errors, 'en');
        return refuse(
          Object.entries(errors)
            .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
            .join('\n'),
        );
      }),
  );
  return server;
}

type Asked = { readonly currency?: string | undefined; readonly language?: string | undefined };
type Answer = ReturnType<typeof answer> | ReturnType<typeof refuse>;

function withShown(sources: AgentSources, { currency: code, language }: Asked, read: (shown: Shown) => Answer): Answer {
  const { sold } = sources.catalogue.currencies();
  const currency = code === undefined ? sold[0] : sold.find((each) => getCurrencyCode(each) === code.toUpperCase());
  if (currency === undefined) return refuse(`currency: the shop sells in ${sold.map(getCurrencyCode).join(', ')}.`);
  const locale = localeNames.find((each) => getLanguage(each).html === language?.toLowerCase()) ?? getDefault(sources);
  return read({ storefront: sources.catalogue.storefront(locale, currency), shopUrl: sources.shopUrl, locale });
}

const getDefault = ({ shop }: Pick<AgentSources, 'shop'>): Locale => toKnownLocale(shop.brand.defaultLocale);
