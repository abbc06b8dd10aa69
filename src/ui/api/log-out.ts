// Ends the session on the server, so that copies of its tokens are invalid. The browser has removed the
// tokens already, so an expired access token is refreshed for this call only.
import { buildRequest, getApiBase } from './client.ts';
import { requestTokens } from './refresh-tokens.ts';
import type { LeftTokens } from './session.ts';

const TOKEN_EXPIRED = 401;

export async function endServerSession({ accessToken, refreshToken }: LeftTokens): Promise<void> {
  if (!accessToken || !refreshToken) return;
  if ((await leave(accessToken)) !== TOKEN_EXPIRED) return;
  const renewed = await requestTokens(refreshToken, getApiBase());
  if ('accessToken' in renewed) await leave(renewed.accessToken);
}

async function leave(token: string): Promise<number> {
  const { address, init } = buildRequest('POST /api/Accounts/logout', undefined, { base: getApiBase(), token });
  return (await fetch(address, { ...init, keepalive: true })).status;
}
