// The server-sent event stream of an account; ends with the session or the token.

import { UserError } from '#lib/user-error.ts';
import { type Handlers, Streaming } from '#platform/http/api-routes.ts';
import { ofAccount } from '#platform/live/changes.ts';
import type { Streams } from '#platform/live/streams.ts';
import type { AccountsModule } from '../actions.ts';

const RETRY_SECONDS = 30;

export const eventRoutes = (streams: Streams, accounts: Pick<AccountsModule, 'isAlive'>): Pick<Handlers, 'GET /api/events'> => ({
  async 'GET /api/events'({ caller, input }) {
    if (streams.isFull()) throw new UserError(503, {}, RETRY_SECONDS);
    const { accountId, sessionId: holder, expiresAt } = caller;
    return new Streaming((raw) =>
      streams.open(raw, {
        topic: ofAccount(accountId),
        holder,
        expiresAt,
        sinceMs: input.sinceMs,
        isAlive: () => accounts.isAlive(caller),
      }),
    );
  },
});
