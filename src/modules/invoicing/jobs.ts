// Invoicing jobs. Documents are issued outside requests, so that no order or payment waits for the lock of a
// series.
import type { JobHandlers } from '../../jobs.ts';
import { type InvoicingDeps, issueDocuments } from './issue.ts';

export const paperJobs = (papers: InvoicingDeps): Pick<JobHandlers, 'invoicing.issue'> => ({
  'invoicing.issue': (_, signal) => issueDocuments(papers, signal),
});
