// Invoicing jobs. Documents are issued outside requests, so that no order or payment waits for the lock of a series.
import type { JobHandlers } from '../../jobs.ts';
import { issueDocuments, type Papers } from './issue.ts';

export const paperJobs = (papers: Papers): Pick<JobHandlers, 'invoicing.issue'> => ({
  'invoicing.issue': (_, signal) => issueDocuments(papers, signal),
});
