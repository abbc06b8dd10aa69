// Parses the address of a database, which may name several hosts, as libpq does. Pure.

export type DatabaseHost = { readonly host: string; readonly port: number };

const targets = ['any', 'read-write', 'primary', 'read-only', 'standby', 'prefer-standby'] as const;
/** Which server is wanted: libpq's `target_session_attrs`. */
export type DatabaseTarget = (typeof targets)[number];

export type DatabaseUrl = {
  readonly hosts: readonly DatabaseHost[];
  /** Undefined if any server will do. */
  readonly target: DatabaseTarget | undefined;
  /** For pg, which knows one host only: the first. */
  readonly url: string;
};

const POSTGRES_PORT = 5432;
const ADDRESS = /^(postgres(?:ql)?:)\/\/(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/i;
/** A name, an IPv4 address or an IPv6 address in brackets. */
const HOST = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/;

/** Undefined if it is not valid. */
export function parseDatabaseUrl(text: string): DatabaseUrl | undefined {
  const [, scheme, user, authority = '', path, query] = ADDRESS.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const options = new URLSearchParams(query);
  const target = options.get('target_session_attrs') ?? undefined;
  if (target !== undefined && !isTarget(target)) return undefined;
  const hosts = readHosts(options.get('host') ?? authority, options.get('port'));
  const [first] = hosts ?? [];
  if (!hosts || !first) return undefined;
  for (const name of ['host', 'port', 'target_session_attrs']) options.delete(name);
  if (first.host.startsWith('/')) options.set('host', first.host);
  const place = first.host.startsWith('/') ? '' : `${first.host.includes(':') ? `[${first.host}]` : first.host}`;
  const url =
    hosts.length === 1 && target === undefined && authority !== ''
      ? text
      : `${scheme}//${user === undefined ? '' : `${user}@`}${place || 'localhost'}:${first.port}${path}?${options}`;
  if (!URL.canParse(url)) return undefined;
  return { hosts, target: target === 'any' ? undefined : (target ?? (hosts.length > 1 ? 'read-write' : undefined)), url };
}

const isTarget = (text: string): text is DatabaseTarget => targets.some((each) => each === text);

/** `portList`: of the parameter `port`, one for all hosts or one for each. */
function readHosts(hostList: string, portList: string | null): DatabaseHost[] | undefined {
  const ports = portList?.split(',') ?? [];
  const hosts = hostList.split(',').map((each, index): DatabaseHost | undefined => {
    const text = decode(each);
    // A folder of sockets.
    const [, host, ownPort] = text.startsWith('/') ? [text, text] : (HOST.exec(text) ?? []);
    const port = Number(ownPort ?? ((ports.length === 1 ? ports[0] : ports[index]) || POSTGRES_PORT));
    if (host === undefined || !(port >= 1 && port <= 65_535)) return undefined;
    return { host: host.replace(/^\[(.*)\]$/, '$1') || 'localhost', port };
  });
  const valid = hosts.filter((each) => each !== undefined);
  return valid.length === hosts.length && (hosts.length === 1 || !hostList.split(',').includes('')) ? valid : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
