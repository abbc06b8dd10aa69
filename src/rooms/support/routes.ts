import type { Handlers } from '../../infra/http/calls.ts';
import type { SupportRoom } from './actions.ts';

export const supportRoutes = (support: SupportRoom): Pick<Handlers, 'POST /api/support/create-ticket'> => ({
  'POST /api/support/create-ticket': ({ input, locale, request }) => support.createTicket(input, { address: request.ip, locale }),
});
