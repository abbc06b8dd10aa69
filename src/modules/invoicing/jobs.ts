// What papers leave to the queue: all issuing, so that nobody who orders or pays waits for a number.
import type { JobHandlers } from '../../jobs.ts';
import { issueDocuments, type Papers } from './issue.ts';

export const paperJobs = (papers: Papers): Pick<JobHandlers, 'papers.issue'> => ({
  'papers.issue': (_, signal) => issueDocuments(papers, signal),
});
