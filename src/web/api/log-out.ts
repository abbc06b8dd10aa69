// The server's half of a log-out: the session dies there too, so that a copy of its tokens is worth nothing. The browser has forgotten
// them already, so an access token that is too old is renewed for this one call only.
import { apiBase, requestOf } from './client.ts';
import { requestTokens } from './refresh-tokens.ts';
import type { LeftTokens } from './session.ts';

const TOO_OLD = 401;

export async function endServerSession({ accessToken, refreshToken }: LeftTokens): Promise<void> {
  if (!accessToken || !refreshToken) return;
  if ((await leave(accessToken)) !== TOO_OLD) return;
  const renewed = await requestTokens(refreshToken, apiBase());
  if ('accessToken' in renewed) await leave(renewed.accessToken);
}

async function leave(token: string): Promise<number> {
  const { address, init } = requestOf('POST /api/Accounts/logout', undefined, { base: apiBase(), token });
  return (await fetch(address, { ...init, keepalive: true })).status;
}
