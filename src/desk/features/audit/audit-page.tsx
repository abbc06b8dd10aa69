// Who did what, to what, and why: the newest first, never changed.
import { useState } from 'react';
import type { AuditLine } from '../../../modules/desk/shapes.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import button from '../../../ui/styles/button.module.css';
import { ask } from '../../shared/api/client.ts';
import { useAsked } from '../../shared/api/query-cache.ts';
import { Answer } from '../../shared/api/query-state.tsx';
import { usePlace } from '../../shared/browser/location.tsx';
import { useSending } from '../../shared/forms/form.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';

const PAGE = 50;

export function Page() {
  const { searchParams } = usePlace();
  const filter = {
    operator: searchParams.get('operator') ?? undefined,
    kind: searchParams.get('kind') ?? undefined,
    about: searchParams.get('about') ?? undefined,
  };
  const asked = useAsked('GET /api/audit', { ...filter, limit: PAGE });
  return (
    <>
      <PageHead title="Audit log" />
      <Answer of={asked}>{(first) => <Lines key={JSON.stringify(filter)} first={first} filter={filter} />}</Answer>
    </>
  );
}

type LinesProps = { readonly first: readonly AuditLine[]; readonly filter: Record<string, string | undefined> };

function Lines({ first, filter }: LinesProps) {
  const team = useAsked('GET /api/team').data ?? [];
  const sending = useSending();
  const [more, setMore] = useState<readonly AuditLine[]>([]);
  const [isAll, setIsAll] = useState(first.length < PAGE);
  const lines = [...first, ...more];
  const nameOf = (id: string) => team.find((each) => each.id === id)?.name ?? '—';
  const load = async () => {
    const next = await ask('GET /api/audit', { ...filter, limit: PAGE, before: lines.at(-1)?.id });
    setMore([...more, ...next]);
    setIsAll(next.length < PAGE);
  };
  if (lines.length === 0) return <Empty kind="empty" title="Nothing was done yet" />;
  return (
    <>
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
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      {isAll ? null : (
        <button className={button.quiet} type="button" onClick={() => void sending.send(load)}>
          Older ones
        </button>
      )}
    </>
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

/** What is the same before and after says nothing. */
function changesOf({ before, after }: AuditLine): readonly string[] {
  const [was, is] = [factsOf(before), factsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => said(was[name]) !== said(is[name]))
    .map((name) => `${name}: ${[said(was[name]), said(is[name])].filter(Boolean).join(' → ')}`);
}

const factsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' ? { ...value } : value === null || value === undefined ? {} : { value };

const said = (value: unknown): string =>
  value === undefined ? '' : value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
