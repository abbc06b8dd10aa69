// Who may see the pages of the shop's own people: somebody on this machine, or whoever knows the token.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** On this machine, asking this machine by its own name. A proxy in between, or a name that an outsider let point here, does not count. */
export function isLocal(request: FastifyRequest): boolean {
  const { headers, socket } = request.raw;
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers['x-real-ip'];
  return forwarded === undefined && isLoopback(socket.remoteAddress ?? '') && isLocalName(headers.host);
}

const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

function isLocalName(host: string | undefined): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** Compared in the same time whatever is sent. */
export function bearsToken(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(sent), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A form of ours, sent by a page of ours. */
export function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  return origin !== undefined && host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
