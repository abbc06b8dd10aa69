// The section of the API reference about API v2.
import { html, type Markup } from '#lib/markdown/html.ts';

/** Each with its parameters besides `key` and `action`, its answer and the scope that a key needs. */
const actions = [
  [
    'services',
    '',
    '[{"service":1,"name":"…","type":"Default","category":"…","rate":"900.00","min":"1","max":"50","dripfeed":false,"refill":false,"cancel":true}]',
    'catalogue:read',
  ],
  ['add', 'service, link, quantity', '{"order":23501}', 'orders:write'],
  ['status', 'order', '{"charge":"27.80","start_count":"0","status":"In progress","remains":"10","currency":"EUR"}', 'orders:read'],
  ['status', 'orders, up to 100', '{"1":{"charge":"27.80",…},"10":{"error":"Incorrect order ID"}}', 'orders:read'],
  ['cancel', 'orders, up to 100', '[{"order":9,"cancel":{"error":"Incorrect order ID"}},{"order":2,"cancel":1}]', 'orders:write'],
  ['balance', '', '{"balance":"100.84","currency":"EUR"}', 'money:read'],
] as const;

export const renderResellers = (url: string): Markup => html`<section id="resellers"><h2>API v2 for resellers</h2>
<p>One address for the programs that resellers have: <code>POST ${url}/api/v2</code> with a form or JSON, and in it <code>key</code>, the API key of an account, and <code>action</code>. An error is <code>{"error": "…"}</code> with status 200.</p>
<pre><code>${`curl ${url}/api/v2 -d key=fk_live_… -d action=add -d service=1 -d link=https://example.com/page -d quantity=10`}</code></pre>
<dl class="fields">${actions.map(
  ([action, parameters, answer, scope]) =>
    html`<div><dt><code>${action}</code></dt><dd>${parameters === '' ? '' : html`With ${parameters}. `}<code>${answer}</code><br><span class="soft">Scope: ${scope}</span></dd></div>`,
)}</dl>
<h3>Good to know</h3>
<dl class="fields">
<div><dt>Services</dt><dd>Listed are offers of listed services that are not monthly and whose brief has a question for a link. If the brief asks for more, the order waits for it: answer it in the account or by <code>POST /api/v1/orders/{id}/brief</code>. Where an offer is made for a platform, the link’s host decides which. With a quantity to choose, the type is <code>Default</code>, and <code>rate</code> is the price of 1,000; otherwise it is <code>Package</code>, and <code>rate</code> is its price. Volume prices make an order cheaper than its rate. The numbers of services and orders stay.</dd></div>
<div><dt>Money</dt><dd>Orders are paid from the balance of the account, with its last billing address, and work begins at once. The currency is the shop’s first; <code>currency</code>, such as <code>USD</code>, asks for another. It may stand in the address: <code>/api/v2?currency=USD</code>.</dd></div>
<div><dt>Retries</dt><dd>The same key, service, link and quantity within ten minutes is <code>neworder.error.link_duplicate</code>, so that a repeated request does not buy twice.</dd></div>
<div><dt>Statuses</dt><dd><code>Pending</code>, <code>In progress</code>, <code>Completed</code>, <code>Partial</code> (ended early, and a part of the price is kept) and <code>Canceled</code>. Only orders of API v2 have numbers.</dd></div>
<div><dt>Not available</dt><dd>Refills, drip-feed and requests by GET, whose keys would stand in logs: they get an error.</dd></div>
</dl></section>`;
