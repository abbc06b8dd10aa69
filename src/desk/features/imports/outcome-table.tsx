// What an import does or did with each row of its file: refused rows first, then those that exist, then new customers.
import { useState } from 'react';
import type { ImportOutcome } from '../../../modules/desk/imports/shapes.ts';
import badge from '../../../ui/styles/badge.module.css';
import button from '../../../ui/styles/button.module.css';
import { cell, Table } from '../../shared/layout/table.tsx';

const outcomes = {
  refuse: { planned: 'Refused', done: 'Refused', look: badge.wrong },
  exists: { planned: 'Exists', done: 'Exists', look: badge.off },
  create: { planned: 'New', done: 'Created', look: badge.done },
} as const;
type Outcome = keyof typeof outcomes;
const order = Object.keys(outcomes) as readonly Outcome[];

/** "3 customers would be created; 1 exists already and is skipped; 2 rows are refused." */
export function summaryOf({ rows, importId }: ImportOutcome): string {
  const countOf = (wanted: Outcome) => rows.filter(({ outcome }) => outcome === wanted).length;
  const shown = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
  const [created, exist, refused] = [countOf('create'), countOf('exists'), countOf('refuse')];
  const isDone = importId !== null;
  const verb = (count: number) => (isDone ? (count === 1 ? 'was' : 'were') : count === 1 ? 'is' : 'are');
  const parts = [
    `${shown(created, 'customer', 'customers')} ${isDone ? `${verb(created)} created` : 'would be created'}`,
    ...(exist > 0 ? [`${shown(exist, 'exists', 'exist')} already and ${verb(exist)} skipped`] : []),
    ...(refused > 0 ? [`${shown(refused, 'row', 'rows')} ${verb(refused)} refused`] : []),
  ];
  return `${parts.join('; ')}.`;
}

const ROWS_AT_ONCE = 100;

export function OutcomeTable({ outcome: { rows, importId } }: { readonly outcome: ImportOutcome }) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const sorted = order.flatMap((wanted) => rows.filter(({ outcome }) => outcome === wanted));
  return (
    <>
      <Table label="Rows of the file" cards heads={['Line', 'Email', 'Result', 'Reason']}>
        {sorted.slice(0, most).map(({ line, email, outcome, reason }) => (
          <tr key={line}>
            <td className={cell.least}>Line {line}</td>
            <td className={cell.grow}>{email}</td>
            <td>
              <span className={outcomes[outcome].look}>{importId === null ? outcomes[outcome].planned : outcomes[outcome].done}</span>
            </td>
            <td className={cell.wide}>{reason}</td>
          </tr>
        ))}
      </Table>
      {sorted.length > most ? (
        <p>
          <button className={button.quiet} type="button" onClick={() => setMost(most + ROWS_AT_ONCE)}>
            Show more of {sorted.length.toLocaleString('en')} rows
          </button>
        </p>
      ) : null}
    </>
  );
}
