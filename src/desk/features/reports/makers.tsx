// Report of finished pieces by operator and by program.
import { formatMakerName } from '#modules/reports/rules.ts';
import type { ShopReport, TableName } from '#modules/reports/shapes.ts';
import { cell, Table } from '../../shared/layout/table.tsx';
import { BarList } from './bar-list.tsx';
import { Figure } from './figure.tsx';

type Props = { readonly report: ShopReport; readonly getFilePath: (table: TableName) => string };
type MakerFigures = ShopReport['makers'][number];

const heads = ['Taken', 'Delivered', 'Revised', 'On time', 'Hours per piece'].map((name) => ({ name, num: true }));
const formatShare = (part: number, total: number): string => (total > 0 ? `${Math.round((part / total) * 100)}%` : '—');
const formatHours = ({ worked, workSeconds }: MakerFigures): string => (worked > 0 ? (workSeconds / worked / 3_600).toFixed(1) : '—');

export function MakersReport({ report: { makers }, getFilePath }: Props) {
  const sum = (key: 'delivered' | 'timed' | 'onTime') => makers.reduce((all, row) => all + row[key], 0);
  const label = `${sum('delivered')} pieces delivered, ${formatShare(sum('onTime'), sum('timed'))} of them on time.`;
  return (
    <Figure
      title="Makers"
      file={getFilePath('makers')}
      about={makers.length === 0 ? 'No pieces taken or delivered yet.' : 'Hours run from taking a piece to delivering it.'}
      drawing={
        makers.length === 0 ? undefined : (
          <BarList
            label={label}
            lanes={makers.map((row) => ({
              name: formatMakerName(row, makers),
              value: row.delivered,
              valueText: row.delivered.toLocaleString('en'),
              ...(row.timed > 0 ? { note: `${formatShare(row.onTime, row.timed)} on time` } : {}),
            }))}
          />
        )
      }
      table={
        makers.length === 0 ? null : (
          <Table label="Makers: figures" heads={['Maker', ...heads]}>
            {makers.map((row) => (
              <tr key={row.maker}>
                <th scope="row">{formatMakerName(row, makers)}</th>
                <td className={cell.num}>{row.taken}</td>
                <td className={cell.num}>{row.delivered}</td>
                <td className={cell.num}>{row.revised}</td>
                <td className={cell.num}>
                  {row.onTime} of {row.timed}
                </td>
                <td className={cell.num}>{formatHours(row)}</td>
              </tr>
            ))}
          </Table>
        )
      }
    />
  );
}
