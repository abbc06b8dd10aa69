// Routes of the reports. `reporting`: for each request, because the shop may change its time zone.
import { Readable } from 'node:stream';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { Download } from '#platform/http/api-routes.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { type BooksDeps, openBooks, readVat } from './books.ts';
import type { reportCalls } from './desk-calls.ts';
import { type Reporting, readShopReport, readSubscriptions, reportFile } from './reports.ts';

export const reportRoutes = (reporting: () => Reporting & BooksDeps): Pick<DeskHandlers, keyof typeof reportCalls> => ({
  'GET /api/reports': ({ input }) => readShopReport(reporting(), input),
  'GET /api/reports/subscriptions': ({ input }) => readSubscriptions(reporting(), input),
  'GET /api/reports/vat': async ({ input }) => ({ rows: await readVat(reporting(), input) }),
  async 'GET /api/books'({ input, session }) {
    const deps = reporting();
    await takePoints(deps.ctx, [{ limit: 'desk.file', of: session.operator.id }]);
    return { entries: [{ id: input.month, after: { documents: input.documents } }], afterCommit: () => openBooks(deps, input) };
  },
  async 'GET /api/reports/table'({ input }) {
    const { name, text } = await reportFile(reporting(), input);
    const bytes = Buffer.from(text);
    return new Download({ name, bytes: bytes.length, stream: Readable.from([bytes], { objectMode: false }) });
  },
});
