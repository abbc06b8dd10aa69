import { Download, type Handlers } from '#platform/http/api-routes.ts';
import type { InvoicingModule } from './actions.ts';

type PaperCall = 'GET /api/papers' | 'GET /api/papers/pdf' | 'GET /api/papers/xml' | 'GET /api/papers/details' | 'POST /api/papers/details';

export const invoiceRoutes = (papers: InvoicingModule): Pick<Handlers, PaperCall> => ({
  'GET /api/papers': ({ caller, input }) => papers.list(caller.accountId, input),
  'GET /api/papers/pdf': async ({ caller, input }) => new Download(await papers.pdf(caller.accountId, input)),
  'GET /api/papers/xml': async ({ caller, input }) => new Download(await papers.xml(caller.accountId, input)),
  'GET /api/papers/details': ({ caller }) => papers.details(caller.accountId),
  'POST /api/papers/details': ({ caller, input }) => papers.saveDetails(caller.accountId, input),
});
