// What a report lacks while its days are being counted, as after a change of the time zone: one sentence for the page and its files. Pure.
import type { Report } from './shapes-reports.ts';

type Span = Pick<Report, 'from' | 'to' | 'until' | 'today'>;

export const isMissing = ({ to, until, today }: Span): boolean => until < to && until < today;

export const missingText = ({ from, until }: Span): string =>
  until < from
    ? 'None of these days is counted yet: all figures are missing, and come within the hour.'
    : `Days after ${until} are not counted yet: their figures are missing, and come within the hour.`;
