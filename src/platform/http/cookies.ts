// Reads the Cookie header.
import type { FastifyRequest } from 'fastify';

/** The value of one cookie, without parsing the others. */
export function readCookie(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const header = request.headers.cookie;
  if (!header) return undefined;
  const start = header.startsWith(`${name}=`) ? 0 : header.indexOf(`; ${name}=`) + 2;
  if (start === 1) return undefined;
  const from = start + name.length + 1;
  const end = header.indexOf(';', from);
  return header.slice(from, end === -1 ? undefined : end);
}
