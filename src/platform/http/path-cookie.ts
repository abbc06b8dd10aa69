// The cookie that replaces the secret of a mailed link: HttpOnly, SameSite, and limited to the link's path.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { readCookie } from './cookies.ts';

type Headers = Pick<FastifyRequest, 'headers'>;

export type PathCookie = {
  readonly name: string;
  read(request: Headers): string | undefined;
  /** The Set-Cookie header. */
  set(value: string, seconds: number): string;
};

/** `name`: without its prefix. `__Host-` would require the path `/`, so the prefix is `__Secure-`. */
export function createPathCookie({ shopUrl }: Pick<Config, 'shopUrl'>, { name: plain, path }: { name: string; path: string }): PathCookie {
  const secure = shopUrl.startsWith('https:');
  const name = secure ? `__Secure-${plain}` : plain;
  return {
    name,
    read: (request) => readCookie(request, name),
    set: (value, seconds) => `${name}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  };
}
