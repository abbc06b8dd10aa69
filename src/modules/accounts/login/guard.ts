// Authenticates API calls by bearer token and session. Calls marked `joins` check the session in their own
// query.

import { UserError } from '#lib/user-error.ts';
import type { Guard } from '#platform/http/api-routes.ts';
import { stepUpNeeded } from '#platform/identity/errors.ts';
import type { AccountsModule } from '../actions.ts';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
const MAX_CHARS = 2_000;

export const accountsGuard =
  (accounts: Pick<AccountsModule, 'callerOf' | 'isAlive' | 'isConfirmed'>): Guard =>
  async ({ headers: { authorization = '' } }, { joins, stepUp }) => {
    const token = authorization.length <= MAX_CHARS ? BEARER.exec(authorization)?.[1] : undefined;
    const caller = token && (await accounts.callerOf(token));
    if (!caller || !(joins || (await accounts.isAlive(caller)))) throw new UserError(401);
    if (stepUp && !(await accounts.isConfirmed(caller))) throw stepUpNeeded();
    return caller;
  };
