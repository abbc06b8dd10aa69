// The API reference: every call of the OpenAPI document as one page of HTML, without scripts.
import { type HtmlPart, html, Markup } from '#lib/markdown/html.ts';
import { type ApiDocument, getRefName, listOperations, type NamedOperation, type Parameter } from './document.ts';
import { renderResellers } from './resellers.ts';
import { getTypeId, renderField, renderFields, renderType } from './schema-view.ts';

type Reference = {
  readonly brand: string;
  readonly logo: Markup;
  /** The owner's look, which src/lib/look builds from checked values. */
  readonly style: string;
  readonly api: ApiDocument;
};

export const STYLES = '/developers.css';

export function renderReferencePage({ brand, logo, style, api }: Reference): string {
  const [{ url } = { url: '' }] = api.servers;
  const operations = listOperations(api);
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')];
  const title = `API reference — ${brand}`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><meta name="description" content="${`Every call of the API of ${brand}, with examples.`}">
<link rel="canonical" href="${url}/developers"><link rel="icon" href="/icon.svg"><link rel="alternate" type="application/json" href="/api/openapi.json" title="OpenAPI document">
<link rel="stylesheet" href="${STYLES}">${style === '' ? '' : new Markup(`<style>${style}</style>`)}</head>
<body><a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="mark" href="/">${logo}</a><span class="soft">API reference</span></header>
<div class="columns"><nav aria-label="Contents">${renderContents(groups.map(([tag]) => tag))}</nav>
<main id="content" tabindex="-1"><h1>API reference</h1>${renderIntroduction(url, api)}${renderResellers(url)}${groups.map(([tag, calls]) => group(tag, calls, api, url))}${renderTypes(api)}</main></div>
</body></html>
`.text;
}

const renderContents = (tags: readonly string[]): Markup =>
  html`<ul><li><a href="#basics">Basics</a></li><li><a href="#resellers">API v2 for resellers</a></li>${tags.map((tag) => html`<li><a href="#${groupId(tag)}">${formatTitle(tag)}</a></li>`)}<li><a href="#types">Types</a></li></ul>`;

const renderIntroduction = (url: string, { info }: ApiDocument): Markup => html`<section id="basics"><h2>Basics</h2>
<p>${info.description}</p>
<dl class="fields">
<div><dt>Address</dt><dd><code>${url}</code>. The paths below follow it, in any letter case. As a machine reads it: OpenAPI 3.1 of <a href="/api/v1/openapi.json">API v1</a> and of <a href="/api/openapi.json">the storefront</a>.</dd></div>
<div><dt>Keys</dt><dd>Calls under <code>/api/v1</code> take <code>Authorization: Bearer fk_…</code>, and <a href="#resellers">API v2</a> takes <code>key</code>. Owners create keys at the desk; a client’s key is made by the shop or by <a href="#post-api-keys-create">POST /api/keys/create</a>. A key does what its scopes allow: one of a client for their account, one of the shop for all accounts, though it buys nothing. Keys open no other calls, and log-ins do not open these.</dd></div>
<div><dt>Webhooks</dt><dd><code>POST /api/v1/webhooks</code> adds an endpoint by <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. A message is <code>{type, timestamp, data: {id}}</code>. Check one of the two signatures in <code>webhook-signature</code> over <code>webhook-id.webhook-timestamp.body</code>: <code>v1</code> by the secret, <code>v1a</code> by the public key. Ignore a <code>webhook-id</code> that you know. Answer 2xx within 15 seconds; 410 ends the messages.</dd></div>
<div><dt>Versions</dt><dd>A key gets the behaviour of the day it was created, whatever changes later. <code>Fanfare-Version</code> asks for another day.</dd></div>
<div><dt>Lists</dt><dd>Lists under <code>/api/v1</code> are <code>{data, has_more, next}</code>, with <code>limit</code> up to 100, and <code>next</code> as <code>after</code> of the next request.</dd></div>
<div><dt>Access</dt><dd>Calls marked “token” take <code>Authorization: Bearer …</code> with the access token of <a href="#${callId('POST', '/api/Accounts/login')}">the log-in</a>. The others are open, and ignore a token that is not valid.</dd></div>
<div><dt>Body</dt><dd>JSON in UTF-8. Unknown fields are ignored; a wrong type is a 400 at its field.</dd></div>
<div><dt>Errors</dt><dd>Problem details (RFC 9457) with <code>errors</code>: the messages of each field, in the language of <code>Accept-Language</code>. See <a href="#${getTypeId('Problem')}">Problem</a>.</dd></div>
<div><dt>Limits</dt><dd>429 and 503 say in <code>Retry-After</code> after how many seconds to try again. Under <code>/api/v1</code>, <code>RateLimit</code> says how many requests of the minute are left.</dd></div>
<div><dt>Assistants</dt><dd><code>POST /api/mcp</code> is an MCP server (Streamable HTTP without sessions) that needs no key and changes nothing: <code>list_services</code>, <code>get_service</code> and <code>price</code>. <a href="/llms.txt">/llms.txt</a> lists the services for language models.</dd></div>
<div><dt>Cart links</dt><dd><code>/cart/add?offer=ID&amp;quantity=2&amp;platform=1</code> fills the visitor’s cart with an offer and shows it. It buys nothing, and changes nothing on the server.</dd></div>
<div><dt>Once</dt><dd>Calls that create a payment take an <code>Idempotency-Key</code>: the same key with the same body gets the first answer again.</dd></div>
</dl></section>`;

const group = (tag: string, calls: readonly NamedOperation[], api: ApiDocument, url: string): Markup =>
  html`<section id="${groupId(tag)}"><h2>${formatTitle(tag)}</h2>
<ul class="calls">${calls.map(({ method, path }) => html`<li><a href="#${callId(method, path)}">${method} ${renderBreakablePath(path)}</a></li>`)}</ul>
${calls.map((each) => call(each, api, url))}</section>`;

function call({ method, path, operation }: NamedOperation, api: ApiDocument, url: string): Markup {
  const [scheme = ''] = operation.security.flatMap((each) => Object.keys(each));
  const parameters = operation.parameters.map((each) => resolveParameter(each, api)).filter(({ name }) => name !== 'Accept-Language');
  const [type = '', body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [status = '', answer] = Object.entries(operation.responses)[0] ?? [];
  const [answerType, answered] = Object.entries(answer?.content ?? {})[0] ?? [];
  const errorCodes = Object.keys(operation.responses).filter((each) => each >= '400');
  return html`<article id="${callId(method, path)}"><h3><span class="verb">${method}</span> <code>${renderBreakablePath(path)}</code>${
    scheme === '' ? '' : html` <span class="tag">${scheme}</span>`
  }</h3>
<p>${operation.description}</p>
${parameters.length > 0 ? html`<h4>Parameters</h4><dl class="fields">${parameters.map((each) => renderField({ ...each, name: formatPlace(each) }))}</dl>` : ''}
${body?.schema ? html`<h4>Body <span class="soft">${type}</span></h4>${renderSchema(body.schema)}` : ''}
${body?.example === undefined && scheme !== 'key' ? '' : html`<h4>Example</h4>${renderCode(formatCurl({ method, url: url + path, scheme, body: body?.example }))}`}
<h4>Answer ${status} <span class="soft">${answerType}</span></h4>${answered?.schema ? renderSchema(answered.schema) : html`<p>${answer?.description}</p>`}
${answered?.example === undefined ? '' : renderCode(JSON.stringify(answered.example, null, 2))}
<p class="soft">Errors: ${errorCodes.map((each, index) => [index === 0 ? '' : ', ', each])}</p></article>`;
}

const resolveParameter = (parameter: Parameter, { components }: ApiDocument): Parameter =>
  (parameter.$ref === undefined ? undefined : components.parameters[getRefName(parameter.$ref)]) ?? parameter;
const formatPlace = ({ name, in: place }: Parameter): string => (place === 'query' ? `?${name}` : place === 'path' ? `{${name}}` : name);

const renderSchema = (schema: Parameters<typeof renderType>[0]): HtmlPart => renderFields(schema) ?? html`<p>${renderType(schema)}</p>`;

const renderTypes = ({ components }: ApiDocument): Markup =>
  html`<section id="types"><h2>Types</h2>${Object.entries(components.schemas).map(
    ([name, schema]) => html`<article id="${getTypeId(name)}"><h3><code>${name}</code></h3>${renderSchema(schema)}</article>`,
  )}</section>`;

type Request = { readonly method: string; readonly url: string; readonly scheme: string; readonly body: unknown };

const formatCurl = ({ method, url, scheme, body }: Request): string =>
  [
    `curl -X ${method} ${url}`,
    ...(scheme === '' ? [] : [`-H 'authorization: Bearer ${scheme === 'key' ? 'fk_live_…' : 'ACCESS_TOKEN'}'`]),
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');

const renderCode = (text: string): Markup => html`<pre><code>${text}</code></pre>`;

/** Long paths break after a slash, on a narrow screen. */
const renderBreakablePath = (path: string): Markup =>
  html`${path.split('/').map((step, index) => (index === 0 ? step : ['/', html`<wbr>`, step]))}`;

const groupId = (tag: string): string => `calls-${tag}`;
/** Addresses keep an older word. */
const formatTitle = (tag: string): string => (tag === 'papers' ? 'Invoices' : capitalize(tag.replace(/^v1-/, 'API v1: ')));
const callId = (method: string, path: string): string => `${method}${path.replaceAll('/', '-')}`.toLowerCase();
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
