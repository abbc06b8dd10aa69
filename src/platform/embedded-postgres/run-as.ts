// Chooses the user that PostgreSQL runs as, and how it ends with its parent. PostgreSQL does not run as root,
// so root switches to the owner of an existing data folder, or else to the first of `nobody` and a user
// namespace that works.
import { StartFault } from './error.ts';

export type Host = {
  readonly platform: NodeJS.Platform;
  /** Undefined on Windows. */
  readonly uid: number | undefined;
  /** Owner of the data folder; undefined if there is none. */
  readonly owner: number | undefined;
  /** Paths that PostgreSQL's user must be able to enter or execute. */
  readonly reach: readonly string[];
  /** Runs a command and returns whether it succeeded. */
  readonly can: (words: readonly string[]) => boolean;
};

export type RunAs = {
  readonly name: string;
  /** Command-line prefix before the program. */
  readonly words: readonly string[];
  /** Owner of the data; undefined: the shop's own user. */
  readonly owns: number | undefined;
  /** Whether the kernel kills PostgreSQL when the shop dies; otherwise a watchdog does. */
  readonly tied: boolean;
};

type RunAsOption = {
  readonly name: string;
  readonly usable: (host: Host) => boolean;
  readonly words: (host: Host) => readonly string[];
  readonly owns: (host: Host) => number | undefined;
  readonly tied: boolean;
};

const NOBODY = 65534;
const TIE = ['setpriv', '--pdeathsig=INT'];

/** An owner other than root is preserved; new folders belong to the user `nobody`. */
const lesser = (host: Host): number => (host.owner === undefined || host.owner === 0 ? NOBODY : host.owner);
const stepDown = (host: Host) => ['setpriv', `--reuid=${lesser(host)}`, `--regid=${lesser(host)}`, '--clear-groups', '--pdeathsig=INT'];
const rename = () => ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, ...TIE];

const reaches = (host: Host, words: readonly string[]): boolean =>
  host.can([...words, 'sh', '-c', 'for path; do test -x "$path" || exit 1; done', 'sh', ...host.reach]);

const WAYS: readonly RunAsOption[] = [
  {
    name: 'own user',
    usable: (host) => host.uid !== 0 && host.platform === 'linux' && host.can([...TIE, 'true']),
    words: () => TIE,
    owns: (host) => host.uid,
    tied: true,
  },
  {
    name: 'root as a lesser user',
    usable: (host) => host.uid === 0 && host.platform === 'linux' && reaches(host, stepDown(host)),
    words: stepDown,
    owns: lesser,
    tied: true,
  },
  {
    name: 'root under another name',
    usable: (host) => host.uid === 0 && host.platform === 'linux' && reaches(host, rename()),
    words: rename,
    owns: () => 0,
    tied: true,
  },
  // macOS and Windows (not tested), and Linux without setpriv.
  { name: 'own user, watched', usable: (host) => host.uid !== 0, words: () => [], owns: (host) => host.uid, tied: false },
];

export function chooseRunAs(host: Host): RunAs {
  const row = WAYS.find((way) => (host.owner === undefined || way.owns(host) === host.owner) && way.usable(host));
  if (row === undefined) throw new StartFault(whyNone(host));
  return { name: row.name, words: row.words(host), owns: row.owns(host), tied: row.tied };
}

function whyNone(host: Host): string {
  const places = host.reach.join(' and ');
  if (host.uid !== 0)
    return `The database belongs to user ${host.owner}, and this is user ${host.uid}. Start the shop as user ${host.owner}, or chown ${places}.`;
  if (host.platform !== 'linux') return 'PostgreSQL does not run as root. Start the shop as an ordinary user, or set DATABASE_URL.';
  if (host.owner === 0) {
    return `The database in ${places} belongs to root, and this machine forbids the namespace (unshare --user) it was made in. Allow it, or chown -R the data to ${NOBODY}.`;
  }
  return (
    `PostgreSQL does not run as root, and user ${lesser(host)} cannot reach ${places}. ` +
    'Let others pass these folders and the ones above them (chmod o+x), start the shop as an ordinary user, or set DATABASE_URL.'
  );
}
