// Access to internal pages: requests from this machine, or with the operations token.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { UserError } from '#lib/user-error.ts';
import type { Config } from '../config/config.ts';

/**
 * In production only requests with the token: a local proxy without forwarding headers looks like a local
 * user. Otherwise only requests from this machine. Others get 404.
 */
export function requireOperations(config: Config, request: FastifyRequest): void {
  if (config.production ? hasBearerToken(request, config.metricsToken) : isLocal(request)) return;
  throw new UserError(config.production && config.metricsToken !== undefined ? 401 : 404);
}

/**
 * True for a local request with a local Host. Proxied requests and foreign host names (DNS rebinding) do not
 * count.
 */
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

/** Constant-time comparison. */
export function hasBearerToken(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hashText(sent), hashText(token));
}

const hashText = (text: string) => createHash('sha256').update(text).digest();

/** True if the form was sent by one of our pages. */
export function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  return origin !== undefined && host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
