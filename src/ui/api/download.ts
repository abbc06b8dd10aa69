// Downloads a file from the API with the access token.

import type { Api, Call, Sent } from '../../api.ts';
import { toApiError } from './api-error.ts';
import { apiBase, buildRequest, renew, shouldRefresh, throwNetworkError } from './client.ts';
import { accessToken } from './session.ts';

export type FileCall = { [C in Call]: Api[C] extends { answer: 'bytes' } ? C : never }[Call];

/** Throws ApiError. */
export async function download<C extends FileCall>(name: C, input: Sent<C>): Promise<Blob> {
  const base = apiBase();
  const attempt = () => {
    const { address, init } = buildRequest(name, input, { base, token: accessToken() });
    return fetch(address, init).catch(throwNetworkError);
  };
  const token = accessToken();
  const first = await attempt();
  const answer = shouldRefresh(first.status, token) ? await renew(token, base).then(attempt) : first;
  if (answer.status !== 200) throw toApiError(answer.status, await answer.text(), answer.headers.get('retry-after'));
  return answer.blob().catch(throwNetworkError);
}
