// Routes of the reports. `reporting`: for each request, because the shop may change its time zone.
import { Readable } from 'node:stream';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { Download } from '#platform/http/api-routes.ts';
import type { reportCalls } from './desk-calls.ts';
import { type Reporting, readShopReport, reportFile } from './reports.ts';

export const reportRoutes = (reporting: () => Reporting): Pick<DeskHandlers, keyof typeof reportCalls> => ({
  'GET /api/reports': ({ input }) => readShopReport(reporting(), input),
  async 'GET /api/reports/table'({ input }) {
    const { name, text } = await reportFile(reporting(), input);
    const bytes = Buffer.from(text);
    return new Download({ name, bytes: bytes.length, stream: Readable.from([bytes], { objectMode: false }) });
  },
});
