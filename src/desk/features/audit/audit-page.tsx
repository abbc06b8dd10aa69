// The audit log, newest first: who did what, to what, and why. Read-only.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditLine } from '#modules/staff/shapes.ts';
import { Empty } from '#ui/feedback/empty.tsx';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Filters } from '../../shared/forms/filters.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { auditQuery } from './audit-search.ts';
import { AuditSentence } from './audit-sentence.tsx';

const kinds = {
  order: 'Orders',
  piece: 'Pieces',
  customer: 'Customers',
  payment: 'Payments',
  ticket: 'Tickets',
  coupon: 'Coupons',
  catalogue: 'Catalog',
  content: 'Content',
  policy: 'Policies',
  setting: 'Settings',
  mail: 'Emails',
  operator: 'Team and log-ins',
  step: 'Set-up',
  list: 'Downloads',
  import: 'Imports',
} as const;
const kindOptions = Object.entries(kinds).map(([value, label]) => ({ value, label }));

export function AuditPage(): ReactNode {
  const search = useSearch({ from: '/audit' });
  const query = useInfiniteQuery(auditQuery(search));
  const team = useQuery(deskQuery('GET /api/team')).data ?? [];
  const operatorName = (id: string): string => team.find((each) => each.id === id)?.name ?? '—';
  return (
    <>
      <PageHead title="Audit log" />
      <Filters
        values={search}
        filters={[
          { name: 'operator', label: 'Operator', options: team.map(({ id, name }) => ({ value: id, label: name })) },
          { name: 'kind', label: 'About', options: kindOptions },
        ]}
      />
      <DeskQueryState query={query}>
        {({ pages }) => (
          <>
            <AuditTable lines={pages.flat()} isFiltered={Object.keys(search).length > 0} operatorName={operatorName} />
            <LoadMore query={query} label="Load more" />
          </>
        )}
      </DeskQueryState>
    </>
  );
}

type AuditTableProps = {
  readonly lines: readonly AuditLine[];
  readonly isFiltered: boolean;
  readonly operatorName: (id: string) => string;
};

function AuditTable({ lines, isFiltered, operatorName }: AuditTableProps) {
  if (lines.length === 0)
    return <Empty kind={isFiltered ? 'filtered' : 'empty'} title={isFiltered ? 'No entries match' : 'No entries yet'} />;
  return (
    <Table label="Audit log" cards heads={['When', 'Operator', 'Action', 'Reason']}>
      {lines.map((line) => (
        <tr key={line.id}>
          <td className={cell.least}>{formatMoment(line.at)}</td>
          <td>{operatorName(line.operatorId)}</td>
          <td className={cell.wide}>
            <AuditSentence line={line} operatorName={operatorName} />
          </td>
          <td className={line.why ? cell.grow : undefined}>{line.why ?? ''}</td>
        </tr>
      ))}
    </Table>
  );
}
