// Checks before start-up: ports that are in use, a data folder that is not writable.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';

export async function findStartErrors(config: Config): Promise<string[]> {
  const ports =
    config.jobs === 'only'
      ? [findPortError('WORKER_PORT', config.workerPort, config.host)]
      : [
          findPortError('PORT', config.port, config.host),
          findPortError('DESK_PORT', config.deskPort, config.deskHost),
          findPortError('SANDBOX_PORT', config.sandboxPort, config.host),
        ];
  const errors = await Promise.all([...ports, findFolderError('DATA_DIR', config.dataDir)]);
  return errors.filter((error) => error !== undefined);
}

function findPortError(name: string, port: number | undefined, host: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  if (!port) return Promise.resolve(undefined);
  const server = createServer();
  server.once('error', (error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EADDRINUSE'
        ? 'is used by another program'
        : error.code === 'EACCES'
          ? 'needs more privileges'
          : `cannot be used (${error.code})`;
    resolve(`${name}: port ${port} ${why}; set ${name} to a free one.`);
  });
  server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  return promise;
}

async function findFolderError(name: string, folder: string): Promise<string | undefined> {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    await makeFolder(folder);
    // An empty file fits on a full disk.
    await writeFile(probe, 'room');
    return undefined;
  } catch (error) {
    return `${name}: the folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/**
 * Step by step, because Node's recursive mkdir never ends under a folder such as /proc, which reports ENOENT
 * for new names.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}
