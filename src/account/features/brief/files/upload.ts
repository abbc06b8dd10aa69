// Uploads one file with XMLHttpRequest, because fetch reports no upload progress.
import type { MessageDescriptor } from '@lingui/core';
import type { BriefFile } from '#modules/files/shapes.ts';
import { ApiError, NETWORK_ERROR, toApiError } from '#ui/api/api-error.ts';
import { call, getApiBase, shouldRefresh, throwNetworkError } from '#ui/api/client.ts';
import { getAccessToken } from '#ui/api/session.ts';

type Going = {
  /** From 0 to 1. */
  readonly onSent: (part: number) => void;
  readonly signal: AbortSignal;
};

/** Larger files are sent in parts. */
export const MAX_BYTES_AT_ONCE = 10 * 1024 * 1024;

/** Throws ApiError. */
export async function uploadFile(file: File, going: Going): Promise<BriefFile> {
  if (file.size > MAX_BYTES_AT_ONCE) return uploadParts(file, going);
  const token = getAccessToken();
  const first = await send(file, going);
  const answer = shouldRefresh(first.status, token) ? await renewToken(token).then(() => send(file, going)) : first;
  if (answer.status !== 200) throw readUploadError(answer);
  return JSON.parse(answer.responseText) as BriefFile;
}

async function uploadParts(file: File, { onSent, signal }: Going): Promise<BriefFile> {
  const { PartsError, sendParts } = await import('#ui/api/send-parts.ts').catch(throwNetworkError);
  const id = await sendParts(file, 'brief', () => call('POST /api/files/begin', { name: file.name, bytes: file.size }, { signal }), {
    ...{ onSent, signal },
    headers: () => ({ authorization: `Bearer ${getAccessToken() ?? ''}` }),
    renew: () => renewToken(getAccessToken()),
  }).catch((cause: unknown) => {
    throw cause instanceof PartsError ? readUploadError({ status: cause.status, responseText: cause.body }) : cause;
  });
  return call('POST /api/files/finish', { id }, { signal });
}

const renewToken = (token: string | undefined): Promise<void> =>
  import('#ui/api/refresh-tokens.ts').catch(throwNetworkError).then((it) => it.refreshTokens(token, getApiBase()));

function send(file: File, { onSent, signal }: Going): Promise<XMLHttpRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<XMLHttpRequest>();
  const request = new XMLHttpRequest();
  request.open('POST', `${getApiBase()}/api/files?${new URLSearchParams({ name: file.name })}`);
  request.withCredentials = true;
  request.setRequestHeader('authorization', `Bearer ${getAccessToken() ?? ''}`);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
  request.onload = () => resolve(request);
  request.onerror = () => reject(toApiError(NETWORK_ERROR, ''));
  request.onabort = () => reject(toApiError(NETWORK_ERROR, ''));
  signal.addEventListener('abort', () => request.abort());
  request.send(file);
  return promise;
}

/** The detail says why the whole upload was rejected. */
function readUploadError({ status, responseText }: Pick<XMLHttpRequest, 'status' | 'responseText'>): ApiError {
  const refused = toApiError(status, responseText);
  const detail = parseDetail(responseText);
  return detail === undefined ? refused : new ApiError(status, detail);
}

function parseDetail(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}

export const uploadErrorMessage = (cause: unknown): MessageDescriptor | string => {
  if (cause instanceof ApiError) return cause.general;
  throw cause;
};
