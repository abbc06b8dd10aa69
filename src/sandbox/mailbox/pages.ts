// Mailbox pages: JSON for tests and tools, HTML for people. A mail's HTML is shown in a sandboxed frame.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { html, type Markup } from '#lib/markdown/html.ts';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { renderTime, sendPlainPage } from '#platform/internal-pages/page.ts';
import { findMailsTo, findSandboxMail, type SandboxMail } from './mailbox.ts';

const question = z.object({ to: z.optional(z.string().check(z.maxLength(254))) });
const whichLetter = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });

/** Loads nothing and runs nothing: a mail may contain inline style and embedded images only. */
const letterPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

export function serveMailbox(app: FastifyInstance, { db }: AppContext): void {
  app.get('/mail.json', async (request, reply) => {
    const letters = await findMailsTo(db, parseFilter(request.query));
    return reply
      .header('cache-control', 'no-store')
      .send(letters.map(({ to, from, replyTo, subject, text, html, at }) => ({ to, from, replyTo, subject, text, html, at })));
  });
  app.get('/', async (request, reply) => {
    const to = parseFilter(request.query);
    return sendPlainPage(reply, 'Mailbox — sandbox', renderMailboxPage(await findMailsTo(db, to), to));
  });
  app.get('/mail/:id', async (request, reply) => {
    const parsed = whichLetter.safeParse(request.params);
    const found = parsed.success ? await findSandboxMail(db, parsed.data.id) : undefined;
    if (!found) throw new UserError(404);
    return reply
      .removeHeader('origin-agent-cluster')
      .headers({ 'content-security-policy': letterPolicy, 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(found.html);
  });
}

function parseFilter(query: unknown): string | undefined {
  const parsed = question.safeParse(query);
  if (!parsed.success) throw new UserError(400);
  return parsed.data.to?.trim() || undefined;
}

const renderMailboxPage = (letters: readonly SandboxMail[], to: string | undefined): Markup => html`<main class="narrow">
<div class="bar"><h1>Mailbox</h1><span class="soft end">Sandbox: mail that a real shop would have sent · <a href="/bank">Bank</a></span></div>
<form class="bar" action="/" method="get"><input class="field" type="search" name="to" value="${to}" aria-label="Address" placeholder="Address"
 autocomplete="off" spellcheck="false"><button class="button" type="submit">Show</button>${to !== undefined && html`<a class="button" href="/">All</a>`}</form>
${letters.length === 0 ? html`<p class="card note">${to === undefined ? 'No mail yet.' : `No mail to ${to}.`}</p>` : html`<div class="letters">${letters.map(renderLetter)}</div>`}
</main>`;

const renderLetter = ({ id, to, from, subject, text, at }: SandboxMail): Markup => html`<details class="card letter" name="letter">
<summary><b>${subject}</b>${renderTime(at)}<span class="soft">to ${to} from ${from}</span></summary>
<iframe sandbox="" loading="lazy" title="${subject}" src="/mail/${id}"></iframe><pre>${text}</pre></details>`;
