// The audit log, newest first: who did what, to what, and why. Read-only.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditLine } from '../../../modules/desk/shapes.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { auditQuery } from './audit-search.ts';

export function AuditPage(): ReactNode {
  const query = useInfiniteQuery(auditQuery(useSearch({ from: '/audit' })));
  return (
    <>
      <PageHead title="Audit log" />
      <DeskQueryState of={query}>
        {({ pages }) => (
          <>
            <AuditTable lines={pages.flat()} />
            <LoadMore of={query} label="Older ones" />
          </>
        )}
      </DeskQueryState>
    </>
  );
}

function AuditTable({ lines }: { readonly lines: readonly AuditLine[] }) {
  const team = useQuery(deskQuery('GET /api/team')).data ?? [];
  const nameOf = (id: string) => team.find((each) => each.id === id)?.name ?? '—';
  if (lines.length === 0) return <Empty kind="empty" title="Nothing was done yet" />;
  return (
    <Table label="Audit log" heads={['When', 'Who', 'What', 'About', 'Before → after', 'Why']}>
      {lines.map((line) => (
        <tr key={line.id}>
          <td className={cell.least}>
            <Moment at={line.at} />
          </td>
          <td>{nameOf(line.operatorId)}</td>
          <td className={cell.least}>{line.act}</td>
          <td className={cell.grow}>
            {line.kind} {line.about}
          </td>
          <td className={cell.wide}>
            <Changes of={changesOf(line)} />
          </td>
          <td className={line.why ? cell.grow : undefined}>{line.why ?? ''}</td>
        </tr>
      ))}
    </Table>
  );
}

const Changes = ({ of }: { readonly of: readonly string[] }) =>
  of.length === 0 ? (
    '—'
  ) : (
    <ul className={cell.list}>
      {of.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );

/** Leaves out values that did not change. */
function changesOf({ before, after }: AuditLine): readonly string[] {
  const [was, is] = [factsOf(before), factsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => formatValue(was[name]) !== formatValue(is[name]))
    .map((name) => `${name}: ${[formatValue(was[name]), formatValue(is[name])].filter(Boolean).join(' → ')}`);
}

const factsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' ? { ...value } : value === null || value === undefined ? {} : { value };

const formatValue = (value: unknown): string =>
  value === undefined ? '' : value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
