// Sends a large file in parts, by the tus protocol. A lost network costs the part that was on its way; the
// next ones follow when it is back. A file that is chosen again after a reload goes on where it was.
import { DetailedError, Upload } from 'tus-js-client';

/** Small enough for a slow line: a part that is cut off is sent again. */
const PART_BYTES = 8 * 1024 * 1024;
const RETRY_MS = [0, 1_000, 3_000, 10_000, 30_000, 60_000, 60_000, 60_000];
const DAY_MS = 86_400_000;

export type SendingParts = {
  /** From 0 to 1. */
  readonly onSent: (part: number) => void;
  readonly signal?: AbortSignal;
  /** Of each request; `renew` after an answer 401. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly renew?: () => Promise<void>;
};

export type Begun = { readonly id: string; readonly address: string };

/** Status 0: no connection. */
export class PartsError extends Error {
  override readonly name = 'PartsError';
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`the upload was answered with ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** `begin` asks the server for an address. Returns the id of the file, all of whose parts have arrived. */
export async function sendParts(file: File, about: string, begin: () => Promise<Begun>, sending: SendingParts): Promise<string> {
  const key = `upload ${about} ${file.name} ${file.size} ${file.lastModified}`;
  const known = readRemembered(key);
  const begun = known ?? (await begin());
  remember(key, begun);
  try {
    await sendTo(file, begun.address, sending);
  } catch (cause) {
    if (!known || !(cause instanceof PartsError && cause.status === 404)) throw cause;
    // It ended in the meantime.
    forgetParts(key);
    return sendParts(file, about, begin, sending);
  }
  forgetParts(key);
  return begun.id;
}

function sendTo(file: File, uploadUrl: string, { onSent, signal, headers, renew }: SendingParts): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isStale = false;
  const upload = new Upload(file, {
    uploadUrl,
    chunkSize: PART_BYTES,
    retryDelays: RETRY_MS,
    storeFingerprintForResuming: false,
    async onBeforeRequest(request) {
      if (isStale) await renew?.();
      isStale = false;
      for (const [name, value] of Object.entries(headers?.() ?? {})) request.setHeader(name, value);
    },
    onAfterResponse(_, response) {
      isStale = response.getStatus() === 401;
    },
    onShouldRetry: ({ originalResponse }, attempt) => {
      const status = originalResponse?.getStatus() ?? 0;
      return (
        status === 0 ||
        status >= 500 ||
        status === 409 ||
        status === 423 ||
        status === 429 ||
        (status === 401 && renew !== undefined && attempt === 0)
      );
    },
    onProgress: (bytes, all) => onSent(all > 0 ? bytes / all : 0),
    onSuccess: () => resolve(),
    onError(cause) {
      const answer = cause instanceof DetailedError ? cause.originalResponse : null;
      reject(new PartsError(answer?.getStatus() ?? 0, answer?.getBody() ?? ''));
    },
  });
  signal?.addEventListener('abort', () => {
    void upload.abort();
    reject(new PartsError(0, ''));
  });
  upload.start();
  return promise;
}

type Remembered = Begun & { readonly at: number };

function readRemembered(key: string): Begun | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Remembered | null;
    return found && Date.now() - found.at < DAY_MS ? found : undefined;
  } catch {
    return undefined;
  }
}

function remember(key: string, { id, address }: Begun): void {
  try {
    localStorage.setItem(key, JSON.stringify({ id, address, at: Date.now() } satisfies Remembered));
  } catch {
    // Without storage it cannot go on after a reload.
  }
}

function forgetParts(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
