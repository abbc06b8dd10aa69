// Assets of all builds in one folder that the nodes share: during a deployment, a page of one build asks nodes of another one for its files.
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** No page is open this long without a reload. */
const MAX_AGE_MS = 30 * 86_400_000;

/** Copies what is missing, so that other nodes have it before this one serves a page. Names contain the hash of the content. */
export async function shareAssets(own: string, shared: string): Promise<void> {
  await mkdir(shared, { recursive: true });
  const names = await readdir(own);
  const there = new Set(await readdir(shared));
  const now = new Date();
  await Promise.all(
    names.map(async (name) => {
      if (there.has(name)) return utimes(join(shared, name), now, now).catch(() => undefined);
      // Other nodes never see half a file.
      const coming = join(shared, `.${randomBytes(6).toString('hex')}`);
      await copyFile(join(own, name), coming);
      await rename(coming, join(shared, name));
    }),
  );
  const old = [...there].filter((name) => !names.includes(name));
  await Promise.all(old.map((name) => removeIfOld(join(shared, name), now)));
}

async function removeIfOld(path: string, now: Date): Promise<void> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now.getTime() }));
  if (now.getTime() - mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
}
