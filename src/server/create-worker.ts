// Composes a process that runs only the jobs.
import { closeDb } from '../infra/database/database.ts';
import { listen } from '../infra/database/pg-listen.ts';
import { createModules, type ModulesOptions } from './create-modules.ts';

export async function createWorker(options: Pick<ModulesOptions, 'config' | 'connection' | 'log'>): Promise<{ stop(): Promise<void> }> {
  const { ctx, catalogue, policies, startJobs, stopMakers } = await createModules({ ...options, makers: 'own' });
  const jobs = await startJobs();
  // This process serves no pages, but mails contain service names.
  const reload = () => Promise.all([catalogue.reload(), policies.reload()]);
  const listening = await listen(options.connection, { catalogue: reload, live: () => undefined }, ctx.log);
  return {
    async stop() {
      await jobs.stop();
      await listening.stop();
      stopMakers();
      await closeDb(ctx.db);
    },
  };
}
