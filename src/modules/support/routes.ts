import { Download, type Handlers } from '#platform/http/api-routes.ts';
import type { SupportModule } from './actions.ts';

type SupportCall =
  | 'POST /api/support/create-ticket'
  | 'GET /api/support/answer-time'
  | 'GET /api/support/tickets'
  | 'GET /api/support/ticket'
  | 'POST /api/support/ticket'
  | 'POST /api/support/answer'
  | 'POST /api/support/close'
  | 'GET /api/support/file';

export const supportRoutes = (support: SupportModule): Pick<Handlers, SupportCall> => ({
  'POST /api/support/create-ticket': ({ input, locale, request }) => support.createTicket(input, { address: request.ip, locale }),
  'GET /api/support/answer-time': async ({ locale }) => ({ promise: support.promise(locale) ?? null }),
  'GET /api/support/tickets': ({ caller, input }) => support.list(caller, input),
  'GET /api/support/ticket': ({ caller, input }) => support.thread(caller, input.number),
  'POST /api/support/ticket': ({ caller, locale, input }) => support.open({ accountId: caller.accountId, locale }, input),
  'POST /api/support/answer': ({ caller, input }) => support.answer(caller, input),
  'POST /api/support/close': ({ caller, input }) => support.close(caller, input.number),
  'GET /api/support/file': async ({ caller, input }) => new Download(await support.file(caller, input.id)),
});
