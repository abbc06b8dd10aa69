// HTML layout of internal pages (status, sandbox): rendered on the server, without scripts.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { getLanguage, type Locale } from '#lib/locale.ts';
import { fontParts } from '#lib/look/font-ranges.ts';
import { html, type Markup } from '#lib/markdown/html.ts';
import { codeFile, getFontFile } from '../paths.ts';

const STYLE_PATH = '/plain.css';
const styles = ['src/ui/styles/tokens.css', 'src/platform/internal-pages/internal-pages.css'];

/** Style and font are same-origin files: the Content-Security-Policy allows no others. */
export function servePlainLook(app: FastifyInstance): void {
  const look = styles.map((file) => readFileSync(codeFile(file), 'utf8')).join('\n');
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(look));
  for (const part of fontParts) {
    const letters = readFileSync(getFontFile('bricolage-grotesque', part));
    app.get(`/plain-${part}.woff2`, (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(letters),
    );
  }
}

export function sendPlainPage(reply: FastifyReply, title: string, body: Markup, locale: Locale = 'en'): FastifyReply {
  const page = html`<!doctype html>
<html lang="${getLanguage(locale).html}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${STYLE_PATH}"></head>
<body>${body}</body></html>
`;
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.text);
}

/** A timestamp for machines and people. Internal pages use UTC, because logs do. */
export const renderTime = (at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')}</time>`;
