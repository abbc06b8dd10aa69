// Posts JSON to an address that a person typed. The host is resolved once, each of its addresses must be
// public, and the connection goes to one of those, so that a second answer of the name server cannot lead
// into our own network. Redirects are not followed, and of the answer's body at most the beginning is read.
import { lookup as dnsLookup } from 'node:dns/promises';
import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_SECONDS = 10;
const MAX_HEADER_BYTES = 16 * 1024;

export type ResolvedAddress = { readonly address: string; readonly family: number };
type Outgoing = {
  /** Allows http and addresses of our own network: for development and tests. */
  readonly isPrivateAllowed: boolean;
  readonly signal?: AbortSignal;
  /** Resolves a host name; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  readonly timeoutSeconds?: number;
};

/**
 * `idempotencyKey`: the same for each attempt, so that a receiver can ignore what it has already accepted.
 */
type OutgoingJson = Outgoing & { readonly idempotencyKey?: string };
type OutgoingBytes = Outgoing & {
  readonly headers: Readonly<Record<string, string>>;
  /** How much of the answer is read. */
  readonly answerBytes: number;
  /** Keeps connections for the next ones, whose hosts are resolved and checked all the same. */
  readonly agents?: Agents;
};

export type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent };

const IDLE = { keepAlive: true, timeout: 5_000, maxFreeSockets: 64 } as const;
export const keepConnections = (): Agents => ({ http: new HttpAgent(IDLE), https: new HttpsAgent(IDLE) });

/** The request was not answered. The message is shown to operators. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** True if another try cannot help. */
  readonly isPermanent: boolean;
  constructor(message: string, isPermanent = false) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

const createNotPublicError = () => new NoAnswer('The address leads into a private network.', true);

/** The status of the answer. */
export async function postJson(address: string, body: object, { idempotencyKey, ...outgoing }: OutgoingJson): Promise<number> {
  const headers: Readonly<Record<string, string>> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  return (await postBytes(address, Buffer.from(JSON.stringify(body)), { ...outgoing, headers, answerBytes: 0 })).status;
}

/** `text`: the beginning of the answer. */
export type PostAnswer = { readonly status: number; readonly retryAfter: string | undefined; readonly text: string };

/** Posts JSON as bytes. */
export async function postBytes(address: string, body: Buffer, outgoing: OutgoingBytes): Promise<PostAnswer> {
  const { isPrivateAllowed, signal, headers, answerBytes, agents, timeoutSeconds = TIMEOUT_SECONDS } = outgoing;
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isPrivateAllowed) throw new NoAnswer('The address must begin with https://.', true);
  // A literal address is not looked up.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !isPrivateAllowed && !isPublicAddress(host)) throw createNotPublicError();
  const timeout = AbortSignal.timeout(timeoutSeconds * 1_000);
  try {
    const options = { lookup: createLookup(outgoing), signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
    // A kept connection asks for no address, so it is checked before.
    if (agents && isIP(host) === 0) options.lookup = giveAddresses(await checkHost(host, outgoing));
    return await send(url, body, { ...options, headers, answerBytes, agents });
  } catch (cause) {
    if (cause instanceof NoAnswer) throw cause;
    if (timeout.aborted) throw new NoAnswer(`No answer within ${timeoutSeconds} seconds.`);
    throw new NoAnswer(formatReason(cause));
  }
}

type Sending = Pick<RequestOptions, 'lookup' | 'signal'> &
  Pick<OutgoingBytes, 'headers' | 'answerBytes'> & { readonly agents: Agents | undefined };

function send(url: URL, body: Buffer, sending: Sending): Promise<PostAnswer> {
  const { headers: more, answerBytes, agents, ...options } = sending;
  const isHttps = url.protocol === 'https:';
  const request = isHttps ? requestHttps : requestHttp;
  const agent = (isHttps ? agents?.https : agents?.http) ?? false;
  const headers = { ...more, 'content-type': 'application/json', 'content-length': body.length, 'user-agent': 'fanfare' };
  return new Promise((done, fail) => {
    const sent = request(url, { ...options, method: 'POST', headers, agent, maxHeaderSize: MAX_HEADER_BYTES }, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      // The status counts, even if the rest never comes.
      const finish = () => {
        const text = Buffer.concat(parts).subarray(0, answerBytes).toString().replaceAll('\0', '');
        done({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text });
        // The connection of an answer that was read to its end can be used again.
        if (!agents || !response.complete) response.destroy();
      };
      if (answerBytes === 0) return finish();
      response.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes >= answerBytes) finish();
      });
      for (const over of ['end', 'error', 'close']) response.on(over, finish);
    });
    sent.on('error', (cause: NodeJS.ErrnoException) => {
      // The receiver closed the kept connection at the moment when it was used.
      if (sent.reusedSocket && cause.code === 'ECONNRESET') done(send(url, body, { ...sending, agents: undefined }));
      else fail(cause);
    });
    // An answer that changes the protocol closes the connection without an error.
    sent.on('close', () => fail(new NoAnswer(reasons.ECONNRESET)));
    sent.end(body);
  });
}

async function checkHost(host: string, { isPrivateAllowed, resolve = resolveAll }: Outgoing): Promise<readonly ResolvedAddress[]> {
  const found = await resolve(host);
  if (found.length === 0 || (!isPrivateAllowed && !found.every(({ address }) => isPublicAddress(address)))) throw createNotPublicError();
  return found;
}

const createLookup =
  (outgoing: Outgoing): LookupFunction =>
  (host, options, done) => {
    checkHost(host, outgoing).then(
      (found) => giveAddresses(found)(host, options, done),
      (cause: NodeJS.ErrnoException) => done(cause, []),
    );
  };

const giveAddresses =
  (found: readonly ResolvedAddress[]): LookupFunction =>
  (_, { all }, done) => {
    if (all) done(null, [...found]);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };

const resolveAll = (host: string): Promise<readonly ResolvedAddress[]> => dnsLookup(host, { all: true });

const reasons: Readonly<Record<string, string> & { ECONNRESET: string }> = {
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'The name of the host can’t be looked up.',
  ECONNREFUSED: 'The host refused the connection.',
  ECONNRESET: 'The host closed the connection.',
};

function formatReason(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return (
    reasons[code] ?? (/cert|ssl|tls/i.test(`${code} ${message}`) ? 'The host’s certificate isn’t valid.' : 'The host can’t be reached.')
  );
}
