import type { AccountsModule } from '#modules/accounts/actions.ts';
import { Download, type Handlers } from '#platform/http/api-routes.ts';
import type { FulfilmentModule } from './actions.ts';

type Mine =
  | 'GET /api/orders/piece'
  | 'GET /api/orders/delivery'
  | 'POST /api/orders/revise'
  | 'POST /api/orders/accept'
  | 'POST /api/orders/message'
  | 'GET /api/orders/delivery-file'
  | 'GET /api/orders/file-link'
  | 'GET /api/orders/linked-file'
  | 'GET /api/orders/hand-over'
  | 'GET /api/orders/corrections'
  | 'GET /api/orders/take-away';

export const fulfilmentRoutes = (fulfilment: FulfilmentModule, { isAlive }: Pick<AccountsModule, 'isAlive'>): Pick<Handlers, Mine> => ({
  'GET /api/orders/piece': ({ caller, input }) => fulfilment.piece(caller.accountId, input.pieceId),
  'GET /api/orders/delivery': ({ caller, locale, input }) => fulfilment.delivery(caller.accountId, input.id, locale),
  'POST /api/orders/revise': ({ caller, input }) => fulfilment.revise(caller.accountId, input),
  'POST /api/orders/accept': ({ caller, input }) => fulfilment.accept(caller.accountId, input.deliveryId),
  'POST /api/orders/message': ({ caller, input }) => fulfilment.answer(caller.accountId, input),
  'GET /api/orders/delivery-file': async ({ caller, input }) => new Download(await fulfilment.file(caller.accountId, input.id)),
  'GET /api/orders/file-link': ({ caller, input }) => fulfilment.linkFile(caller, input.id),
  'GET /api/orders/linked-file': async ({ input }) => new Download(await fulfilment.linkedFile(input, isAlive)),
  'GET /api/orders/hand-over': async ({ caller, input }) => new Download(await fulfilment.handOver(caller.accountId, input.id)),
  'GET /api/orders/corrections': async ({ caller, input }) => new Download(await fulfilment.corrections(caller.accountId, input)),
  'GET /api/orders/take-away': async ({ caller, input }) => new Download(await fulfilment.takeAway(caller.accountId, input)),
});
