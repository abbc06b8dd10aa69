// What an import does or did with each row of its file: refused rows first, then those that exist, then what
// is new.

import { useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import badge from '#ui/styles/badge.module.css';
import { cell, Table } from '../../shared/layout/table.tsx';

const outcomes = {
  refuse: { planned: 'Refused', done: 'Refused', look: badge.wrong },
  exists: { planned: 'Exists', done: 'Exists', look: badge.off },
  create: { planned: 'New', done: 'Created', look: badge.done },
} as const;
type RowOutcome = keyof typeof outcomes;
const order = Object.keys(outcomes) as readonly RowOutcome[];

export type OutcomeRow = {
  readonly line: number;
  readonly subject: string;
  readonly outcome: RowOutcome;
  readonly reason: string | null;
};

const ROWS_AT_ONCE = 100;

type Props = { readonly subject: string; readonly rows: readonly OutcomeRow[]; readonly isDone: boolean };

export function OutcomeTable({ subject, rows, isDone }: Props) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const sorted = order.flatMap((wanted) => rows.filter(({ outcome }) => outcome === wanted));
  return (
    <>
      <Table label="Rows of the file" cards heads={['Line', subject, 'Result', 'Reason']}>
        {sorted.slice(0, most).map(({ line, subject: about, outcome, reason }) => (
          <tr key={line}>
            <td className={cell.least}>Line {line}</td>
            <td className={cell.grow}>{about}</td>
            <td>
              <span className={outcomes[outcome].look}>{isDone ? outcomes[outcome].done : outcomes[outcome].planned}</span>
            </td>
            <td className={cell.wide}>{reason}</td>
          </tr>
        ))}
      </Table>
      {sorted.length > most ? (
        <p>
          <Button text={`Show more of ${sorted.length.toLocaleString('en')} rows`} onClick={() => setMost(most + ROWS_AT_ONCE)} />
        </p>
      ) : null}
    </>
  );
}

/** "3 services": a count with its noun. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
/** "3 customers were created", or "would be created" after a dry run. */
export const getBeVerb = (count: number, isDone: boolean): string => (isDone ? (count === 1 ? 'was' : 'were') : count === 1 ? 'is' : 'are');
