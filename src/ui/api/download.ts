// Downloads a file from the API with the access token.

import type { Api, Call, Sent } from '../../api.ts';
import { toApiError } from './api-error.ts';
import { buildRequest, getApiBase, renewTokens, shouldRefresh, throwNetworkError } from './client.ts';
import { getAccessToken } from './session.ts';

export type FileCall = { [C in Call]: Api[C] extends { answer: 'bytes' } ? C : never }[Call];

/** Throws ApiError. */
export async function download<C extends FileCall>(name: C, input: Sent<C>): Promise<Blob> {
  const base = getApiBase();
  const attempt = () => {
    const { address, init } = buildRequest(name, input, { base, token: getAccessToken() });
    return fetch(address, init).catch(throwNetworkError);
  };
  const token = getAccessToken();
  const first = await attempt();
  const answer = shouldRefresh(first.status, token) ? await renewTokens(token, base).then(attempt) : first;
  if (answer.status !== 200) throw toApiError(answer.status, await answer.text(), answer.headers.get('retry-after'));
  return answer.blob().catch(throwNetworkError);
}
