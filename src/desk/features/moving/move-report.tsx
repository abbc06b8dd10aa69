// What a move would bring or has brought: counts, what is refused, warnings and the first charges.
import { useState } from 'react';
import { moveFileNames } from '#modules/moving/shapes-fields.ts';
import { Button } from '#ui/display/button.tsx';
import type { DeskOutput } from '../../../desk-api.ts';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';

export type MoveResult = DeskOutput<'POST /api/moving/check'>;

const SHOWN = 50;

/** "800 clients, 12,000 orders". */
export const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  moveFileNames
    .flatMap((file) => {
      const count = counts[file] ?? 0;
      return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? file.slice(0, -1) : file}`];
    })
    .join(', ') || 'nothing';

export function MoveReport({ result, isDone }: { readonly result: MoveResult; readonly isDone: boolean }) {
  const { counts, errors, warnings, firstCharges } = result;
  const findings = [
    ...errors.map(({ error, ...at }) => ({ ...at, text: error })),
    ...warnings.map(({ warning, ...at }) => ({ ...at, text: warning })),
  ];
  return (
    <>
      <p role="status">
        {errors.length > 0
          ? `Nothing can be moved: ${errors.length.toLocaleString('en')} ${errors.length === 1 ? 'error' : 'errors'} in the files.`
          : `${isDone ? 'Brought' : 'Would bring'} ${formatCounts(counts)}.`}
      </p>
      <Findings label={errors.length > 0 ? 'Errors and warnings' : 'Warnings'} findings={findings} />
      {firstCharges.length > 0 ? (
        <Table label="First charges by this shop" cards heads={['Customer', 'Subscription', 'First charge', 'Amount', 'How']}>
          {firstCharges.map(({ line, email, offerId, at, amount, currency, by }) => (
            <tr key={line}>
              <td className={cell.grow}>{email}</td>
              <td>{offerId}</td>
              <td className={cell.least}>{formatMoment(at, 'day')}</td>
              <td className={cell.least}>
                {amount} {currency}
              </td>
              <td className={cell.least}>{by === 'card' ? 'Saved card' : 'Link by email'}</td>
            </tr>
          ))}
        </Table>
      ) : null}
    </>
  );
}

type Finding = { readonly file: string; readonly line: number; readonly field: string; readonly text: string };

function Findings({ label, findings }: { readonly label: string; readonly findings: readonly Finding[] }) {
  const [most, setMost] = useState(SHOWN);
  if (findings.length === 0) return null;
  return (
    <>
      <Table label={label} cards heads={['File', 'Line', 'Column', 'What']}>
        {findings.slice(0, most).map(({ file, line, field, text }) => (
          <tr key={`${file} ${line} ${field} ${text}`}>
            <td className={cell.least}>{file}</td>
            <td className={cell.least}>{line > 0 ? line : ''}</td>
            <td className={cell.least}>{field}</td>
            <td className={cell.wide}>{text}</td>
          </tr>
        ))}
      </Table>
      {findings.length > most ? (
        <p>
          <Button text={`Show more of ${findings.length.toLocaleString('en')}`} onClick={() => setMost(most + SHOWN)} />
        </p>
      ) : null}
    </>
  );
}
