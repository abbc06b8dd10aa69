// Authenticates API calls by bearer token and session. Calls marked `joins` check the session in their own
// query.

import type { Right } from '#lib/calls.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { Caller, Guard } from '#platform/http/api-routes.ts';
import { createStepUpError } from '#platform/identity/errors.ts';
import type { AccountsModule } from '../actions.ts';
import type { Acting } from '../queries.ts';
import { mayDo } from '../team/rules.ts';
import type { TokenClaims } from './access-token.ts';

const messages = {
  removed: /*i18n*/ { id: 'team.removed', message: 'You don’t act for this account any more. Switch to another one.' },
  role: /*i18n*/ { id: 'team.role', message: 'Your role in this team doesn’t include that. Ask the owner of the account.' },
} as const satisfies Record<string, Message>;

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
const MAX_CHARS = 2_000;

export const createAccountsGuard =
  (accounts: Pick<AccountsModule, 'verifyToken' | 'findActing' | 'isConfirmed'>): Guard =>
  async ({ headers: { authorization = '' } }, { may = 'owner', joins, stepUp }) => {
    const token = authorization.length <= MAX_CHARS ? BEARER.exec(authorization)?.[1] : undefined;
    const claims = token && (await accounts.verifyToken(token));
    if (!claims) throw new UserError(401);
    const self = { ...claims, accountId: claims.personId };
    if (joins) return self;
    const acting = await accounts.findActing(claims);
    if (acting?.personId !== claims.personId) throw new UserError(401);
    const caller = may === 'self' ? self : actFor(claims, acting, may);
    if (stepUp && !(await accounts.isConfirmed(claims))) throw createStepUpError();
    return caller;
  };

function actFor(claims: TokenClaims, { accountId, role, isMember, discount, blockedAt }: Acting, may: Right): Caller {
  if (role === null) throw new UserError(403, { '': [messages.removed] });
  if (!mayDo(role, may)) throw new UserError(403, { '': [messages.role] });
  return { ...claims, accountId, terms: { discountPercent: discount / 100, blockedAt }, ...(isMember && { isMember }) };
}
