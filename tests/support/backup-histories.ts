// A model of shops that share a vault, for tests of pruning: their uploads, removed files, log and base
// backups, as base-backup.ts and wal.ts store them.
import { createHash, randomUUID } from 'node:crypto';
import {
  type BackupManifest,
  formatBaseId,
  formatSegment,
  getBaseFolder,
  getManifestName,
  getWalName,
  getWalStateName,
  readName,
  SEGMENT_BYTES,
  showPosition,
  uploadName,
} from '#platform/backup/layout.ts';
import { listBackups } from '#platform/backup/prune.ts';
import type { SealedVault } from '#platform/backup/sealed-vault.ts';

const HOUR_MS = 3_600_000;
const segment = (number: number): string => formatSegment(1, number * SEGMENT_BYTES);
const empty = Buffer.alloc(0);

export type MemoryVault = SealedVault & {
  readonly objects: Map<string, Buffer>;
  /** Runs before each call; may throw. */
  before: () => void;
};

/** For histories without damage. */
export async function listReadable(vault: SealedVault): Promise<readonly BackupManifest[]> {
  const { backups, unreadable } = await listBackups(vault);
  if (unreadable.length > 0) throw new Error(`${unreadable[0]?.name} cannot be read`);
  return backups;
}

/** Without compression and encryption. */
function memoryVault(): MemoryVault {
  const objects = new Map<string, Buffer>();
  const call = async <T>(work: () => T): Promise<T> => {
    vault.before();
    return work();
  };
  const vault: MemoryVault = {
    objects,
    before: () => undefined,
    put: (name, content) =>
      call(() => {
        objects.set(name, content);
        return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
      }),
    get: (name) => call(() => objects.get(name)),
    getChecked: ({ name }) => call(() => objects.get(name) ?? empty),
    list: (folder = '') => call(() => [...objects.keys()].filter((name) => name.startsWith(folder)).sort()),
    remove: (name) => call(() => void objects.delete(name)),
  };
  return vault;
}

/**
 * What the database of a line refers to at a moment. The log before `segment` is stored; of the segment
 * itself a piece, if there is one.
 */
type Moment = { readonly at: number; readonly segment: number; readonly hasPiece: boolean; readonly files: readonly string[] };
type Line = { readonly name: string; readonly moments: Moment[] };

export type Change = { readonly uploads: number; readonly removals: number; readonly segments: number };
export type StartedBase = { finish(): BackupManifest };

export class BackupHistory {
  readonly vault = memoryVault();
  private readonly lines: Line[] = [];
  private at = Date.parse('2026-03-01T00:00:00Z');

  constructor() {
    this.beginLine(1, []);
  }

  private get line(): Line {
    return this.lines.at(-1) as Line;
  }

  private beginLine(number: number, files: readonly string[]): void {
    const name = `20260301T000000Z-${String(this.lines.length).padStart(8, '0')}`;
    this.lines.push({ name, moments: [{ at: this.at, segment: number, hasPiece: false, files }] });
  }

  private store(name: string, content = empty): void {
    this.vault.objects.set(name, content);
  }

  private storedFiles(): string[] {
    return [...this.vault.objects.keys()].flatMap((name) => readName(name).file ?? []);
  }

  wait(hours: number): void {
    this.at += hours * HOUR_MS;
  }

  change({ uploads, removals, segments }: Change): void {
    this.at += 1_000;
    const { name, moments } = this.line;
    const { segment: from, files } = moments.at(-1) as Moment;
    const added = Array.from({ length: uploads }, () => randomUUID());
    for (const id of added) this.store(uploadName(id));
    for (let number = from; number < from + segments; number++) this.store(getWalName(name, segment(number)));
    this.store(getWalName(name, segment(from + segments), 0));
    this.store(getWalStateName(name));
    moments.push({ at: this.at, segment: from + segments, hasPiece: true, files: [...files.slice(removals), ...added] });
  }

  /** The shop may go on before the backup is finished. */
  startBase(): StartedBase {
    this.at += 1_000;
    const { line } = this;
    const startedAt = new Date(this.at);
    const id = formatBaseId(startedAt);
    const first = (line.moments.at(-1) as Moment).segment;
    const part = { name: `${getBaseFolder(line.name, id)}data.0001`, bytes: 0, sha256: '' };
    this.store(part.name);
    return {
      finish: () => {
        this.at += 1_000;
        const { segment: last, files } = line.moments.at(-1) as Moment;
        for (let number = first; number <= last; number++) this.store(getWalName(line.name, segment(number)));
        line.moments.push({ at: this.at, segment: last + 1, hasPiece: false, files });
        const formerFiles = this.storedFiles().filter((file) => !files.includes(file));
        for (const file of files) this.store(uploadName(file));
        const manifest: BackupManifest = {
          format: 1,
          line: line.name,
          id,
          startedAt: startedAt.toISOString(),
          finishedAt: new Date(this.at).toISOString(),
          timeline: 1,
          startSegment: segment(first),
          startLsn: showPosition(first * SEGMENT_BYTES + 40),
          stopLsn: showPosition((last + 1) * SEGMENT_BYTES),
          parts: [part],
          entries: [],
          files,
          formerFiles,
        };
        this.store(getManifestName(line.name, id), Buffer.from(JSON.stringify(manifest)));
        return manifest;
      },
    };
  }

  /** A restored shop has every stored file, and a line of its own. */
  restore(): void {
    this.beginLine((this.line.moments.at(-1) as Moment).segment, this.storedFiles());
  }

  /** What a restore of a complete backup, to any moment since, would miss. */
  async missing(): Promise<string[]> {
    const missing: string[] = [];
    for (const { line, id, parts, startSegment, finishedAt } of await listReadable(this.vault)) {
      const { moments = [] } = this.lines.find(({ name }) => name === line) ?? {};
      const later = moments.filter(({ at }) => at >= Date.parse(finishedAt));
      const { segment: last = 0, hasPiece } = later.at(-1) ?? {};
      const whole = Array.from({ length: last }, (_, number) => segment(number)).filter((each) => each >= startSegment);
      const needed = new Set([
        ...parts.map(({ name }) => name),
        ...whole.map((each) => getWalName(line, each)),
        ...(hasPiece ? [getWalName(line, segment(last), 0), getWalStateName(line)] : []),
        ...later.flatMap(({ files }) => files.map(uploadName)),
      ]);
      for (const name of needed) if (!this.vault.objects.has(name)) missing.push(`${line}/${id} needs ${name}`);
    }
    return missing;
  }

  /**
   * What no restore reads, if no shop was restored. A copy without a manifest may be unfinished for a day.
   */
  async needless(): Promise<string[]> {
    const kept = await listReadable(this.vault);
    const [start = ''] = kept.map(({ startSegment }) => startSegment).sort();
    const [first = ''] = kept.map(({ finishedAt }) => finishedAt).sort();
    const later = this.line.moments.filter(({ at }) => at >= Date.parse(first));
    const files = new Set(later.flatMap((moment) => moment.files));
    const yesterday = formatBaseId(new Date(this.at - 24 * HOUR_MS - 60_000));
    return [...this.vault.objects.keys()].filter((name) => {
      const { file, segment, id } = readName(name);
      if (id !== undefined) return !kept.some((each) => each.id === id) && id < yesterday;
      if (file !== undefined) return !files.has(file);
      return segment !== undefined && segment < start;
    });
  }
}
