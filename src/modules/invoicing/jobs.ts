// Invoicing jobs. Documents are issued outside requests, so that no order or payment waits for the lock of a
// series.
import type { JobHandlers } from '../../jobs.ts';
import { type InvoicingDeps, issueDocuments } from './issue.ts';
import { checkVatId } from './vies.ts';

export const invoicingJobs = (papers: InvoicingDeps): Pick<JobHandlers, 'invoicing.issue' | 'invoicing.checkVatId'> => ({
  'invoicing.issue': (_, signal) => issueDocuments(papers, signal),
  'invoicing.checkVatId': ({ id }, signal) => checkVatId(papers.ctx, id, signal),
});
