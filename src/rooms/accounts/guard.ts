// Who may: a token of ours whose session lives. A call whose own statement asks for the session spares the question here.
import type { Guard } from '../../infra/http/calls.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { AccountsRoom } from './actions.ts';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
const MOST_CHARS = 2_000;

export const accountsGuard =
  (accounts: Pick<AccountsRoom, 'callerOf' | 'isAlive'>): Guard =>
  async ({ headers: { authorization = '' } }, { joins }) => {
    const token = authorization.length <= MOST_CHARS ? BEARER.exec(authorization)?.[1] : undefined;
    const caller = token && (await accounts.callerOf(token));
    if (!caller || !(joins || (await accounts.isAlive(caller)))) throw new Refusal(401);
    return caller;
  };
