// Chooses the user that PostgreSQL runs as, and how it ends with its parent. PostgreSQL does not run as root,
// so root switches to the owner of an existing data folder. For a new folder it switches to the system's
// unprivileged user, or to a user namespace if that user cannot reach the folder.
import { StartError } from '../config/config.ts';

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

const NOBODY = 65534;
const TIE_COMMAND = ['setpriv', '--pdeathsig=INT'];
const RENAME_COMMAND = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, ...TIE_COMMAND];

export function chooseRunAs(host: Host): RunAs {
  const { uid, owner } = host;
  const isLinux = host.platform === 'linux';
  // A new folder belongs to the system's unprivileged user.
  const lesser = owner || NOBODY;
  const stepDown = ['setpriv', `--reuid=${lesser}`, `--regid=${lesser}`, '--clear-groups', '--pdeathsig=INT'];
  const reaches = (words: readonly string[]) =>
    isLinux && host.can([...words, 'sh', '-c', 'for path; do test -x "$path" || exit 1; done', 'sh', ...host.reach]);
  const ways: (RunAs & { usable: () => boolean })[] =
    uid === 0
      ? [
          { name: 'root as a lesser user', words: stepDown, owns: lesser, tied: true, usable: () => reaches(stepDown) },
          { name: 'root under another name', words: RENAME_COMMAND, owns: 0, tied: true, usable: () => reaches(RENAME_COMMAND) },
        ]
      : [
          { name: 'own user', words: TIE_COMMAND, owns: uid, tied: true, usable: () => isLinux && host.can([...TIE_COMMAND, 'true']) },
          // macOS and Windows (not tested), and Linux without setpriv.
          { name: 'own user, watched', words: [], owns: uid, tied: false, usable: () => true },
        ];
  const way = ways.find(({ owns, usable }) => (owner === undefined || owns === owner) && usable());
  if (way === undefined) throw new StartError([explainNone(host, lesser)]);
  return way;
}

function explainNone({ platform, uid, owner, reach }: Host, lesser: number): string {
  const places = reach.join(' and ');
  if (uid !== 0)
    return `The database belongs to user ${owner}, and this is user ${uid}. Start the shop as user ${owner}, or chown ${places}.`;
  if (platform !== 'linux') return 'PostgreSQL does not run as root. Start the shop as an ordinary user, or set DATABASE_URL.';
  if (owner === 0) {
    return `The database in ${places} belongs to root, and this machine forbids the namespace (unshare --user) it was made in. Allow it, or chown -R the data to ${NOBODY}.`;
  }
  return (
    `PostgreSQL does not run as root, and user ${lesser} cannot reach ${places}. ` +
    'Let others pass these folders and the ones above them (chmod o+x), start the shop as an ordinary user, or set DATABASE_URL.'
  );
}
