// Creates the demo customer's history in a process of its own, which ends when its work is done.
import { normalizeEmail } from '#lib/people/email.ts';
import { findAccountByConfirmedEmail } from '#modules/accounts/actions.ts';
import type { Demo } from '#modules/accounts/demo.ts';
import { listAccountOrders } from '#modules/orders/queries.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Config } from '#platform/config/config.ts';
import { type SharedAccess, shareAccess } from '#platform/database/check-database.ts';
import type { DatabaseAccess } from '#platform/database/connection.ts';
import type { DbClient } from '#platform/database/database.ts';
import { getThreadUrl } from '#platform/paths.ts';
import { openChildProcess } from '#platform/threads/child-process.ts';

export type DemoWork = {
  readonly email: string;
  readonly config: Config;
  readonly access: SharedAccess;
};

/** The account, if it has no orders yet. */
export async function findWithoutOrders(db: DbClient, email: string): Promise<string | undefined> {
  const accountId = await findAccountByConfirmedEmail(db, normalizeEmail(email));
  return accountId && (await listAccountOrders(db, accountId, 1)).length === 0 ? accountId : undefined;
}

const DEMO_LIMITS = { workMs: 300_000, idleMs: 0, memoryMb: 512 };

export function openDemo({ config, db }: AppContext, access: DatabaseAccess) {
  const demoProcess = openChildProcess<DemoWork, void>(getThreadUrl('src/server/demo.ts'), DEMO_LIMITS);
  return {
    async seed(demo: Demo | undefined): Promise<void> {
      // With a real payment provider, the demo payments would fail.
      if (!demo || config.production || config.stripe) return;
      if ((await findWithoutOrders(db.orm, demo.email)) === undefined) return;
      await demoProcess.run({ email: demo.email, config, access: shareAccess(config, access) });
    },
    stop: demoProcess.stop,
  };
}
