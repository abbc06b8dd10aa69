// The charts of the reports page.
import { getCurrencyCode, showMoney } from '#lib/money/money.ts';
import { funnelLabels } from '#modules/reports/rules.ts';
import type { ShopReport, TableName } from '#modules/reports/shapes.ts';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatDay } from '../../shared/values/moment.tsx';
import { BarList } from './bar-list.tsx';
import { Figure } from './figure.tsx';
import styles from './figures.module.css';
import { MakersReport } from './makers.tsx';
import { NoFigures, Plot } from './plot.tsx';
import { waitText } from './wait-text.ts';

type Props = { readonly report: ShopReport; readonly getFilePath: (table: TableName) => string };
type FigureRow = ShopReport['total'] | ShopReport['currencies'][number];

const numberColumn = (name: string) => ({ name, num: true });
const moneyHeads = ['Orders', 'Paid', 'Discount', 'To card', 'To balance', 'To credit', 'Net'].map(numberColumn);
const workHeads = ['Delivered', 'On time'].map(numberColumn);

export function ReportCharts(props: Props) {
  return (
    <div className={styles.figures}>
      <Revenue {...props} />
      <Services {...props} />
      <Funnel {...props} />
      <OnTime {...props} />
      <MakersReport {...props} />
      <FirstAnswers {...props} />
      <Coupons {...props} />
      <Currencies {...props} />
    </div>
  );
}

const createMoneyFormat = (currency: ShopReport['currency']) => (amount: number) => showMoney({ amount, currency }, 'en');

function MoneyCells({ row, currency }: { readonly row: Omit<FigureRow, 'currency'>; readonly currency: ShopReport['currency'] }) {
  const formatAmount = createMoneyFormat(currency);
  return (
    <>
      <td className={cell.num}>{row.orders.toLocaleString('en')}</td>
      {(['gross', 'discount', 'toSource', 'toBalance', 'toCredit', 'net'] as const).map((name) => (
        <td key={name} className={cell.num}>
          {formatAmount(row[name])}
        </td>
      ))}
    </>
  );
}

function Revenue({ report, getFilePath }: Props) {
  const { days, total, currency, from, to } = report;
  const formatAmount = createMoneyFormat(currency);
  return (
    <Figure
      title="Revenue by day"
      file={getFilePath('days')}
      drawing={
        <Plot
          as="bars"
          points={days.map(({ day, net }) => ({ name: formatDay(day), value: net }))}
          show={formatAmount}
          label={`From ${formatDay(from)} to ${formatDay(to)}: ${formatAmount(total.net)} in total after refunds.`}
        />
      }
      table={
        <Table label="Revenue by day: figures" heads={['Day', ...moneyHeads]}>
          {days.map((row) => (
            <tr key={row.day}>
              <th scope="row">{formatDay(row.day)}</th>
              <MoneyCells row={row} currency={currency} />
            </tr>
          ))}
        </Table>
      }
    />
  );
}

function Services({ report, getFilePath }: Props) {
  const { services, currency } = report;
  const formatAmount = createMoneyFormat(currency);
  const ranked = services.toSorted((a, b) => b.net - a.net);
  return (
    <Figure
      title="Revenue by service"
      file={getFilePath('services')}
      about={
        <>
          By day and service: <a href={getFilePath('everything')}>everything as CSV</a>
        </>
      }
      drawing={
        <BarList
          lanes={ranked.map(({ name, net }) => ({ name, value: net, valueText: formatAmount(net) }))}
          label={ranked.length > 0 ? `Most came from ${ranked[0]?.name}.` : 'No sales.'}
        />
      }
      table={
        <Table label="Revenue by service: figures" heads={['Service', ...moneyHeads, ...workHeads]}>
          {ranked.map((row) => (
            <tr key={row.service}>
              <th scope="row">{row.name}</th>
              <MoneyCells row={row} currency={currency} />
              <td className={cell.num}>{row.delivered}</td>
              <td className={cell.num}>{row.onTime}</td>
            </tr>
          ))}
        </Table>
      }
    />
  );
}

function Funnel({ report: { funnel }, getFilePath }: Props) {
  const lanes = funnel.map(({ step, count }, index) => {
    const before = funnel[index - 1]?.count ?? 0;
    // Page views count only with consent, so orders may exceed them.
    const note = before > 0 && count <= before ? `${Math.round((count / before) * 100)}%` : undefined;
    return { name: funnelLabels[step], value: count, valueText: count.toLocaleString('en'), ...(note ? { note } : {}) };
  });
  const [first, last] = [funnel[0]?.count ?? 0, funnel.at(-1)?.count ?? 0];
  return (
    <Figure
      title="From visit to paid"
      file={getFilePath('funnel')}
      about="Page views are counted with consent only; carts, orders and payments are complete."
      drawing={<BarList lanes={lanes} label={`The home page was opened ${first} times, and ${last} purchases were paid.`} />}
      table={
        <Table label="From visit to paid: figures" heads={['Step', numberColumn('Count'), numberColumn('Of previous step')]}>
          {lanes.map(({ name, valueText, note }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={cell.num}>{valueText}</td>
              <td className={cell.num}>{note ?? '—'}</td>
            </tr>
          ))}
        </Table>
      }
    />
  );
}

const formatPercent = (value: number): string => `${Math.round(value)}%`;

function OnTime({ report: { days, total }, getFilePath }: Props) {
  const points = days.map(({ day, delivered, onTime }) => ({
    name: formatDay(day),
    value: delivered > 0 ? (onTime / delivered) * 100 : undefined,
  }));
  const share = total.delivered > 0 ? formatPercent((total.onTime / total.delivered) * 100) : 'None';
  return (
    <Figure
      title="Delivered on time"
      file={getFilePath('days')}
      drawing={<Plot as="line" points={points} top={100} show={formatPercent} label={`${share} of deliveries were on time.`} />}
      table={
        <Table label="Delivered on time: figures" heads={['Day', ...workHeads]}>
          {days.map(({ day, delivered, onTime }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td className={cell.num}>{delivered}</td>
              <td className={cell.num}>{onTime}</td>
            </tr>
          ))}
        </Table>
      }
    />
  );
}

function FirstAnswers({ report: { days, total }, getFilePath }: Props) {
  const getMeanWait = ({ answered, answerSeconds }: { answered: number; answerSeconds: number }) =>
    answered > 0 ? answerSeconds / answered : undefined;
  const averageSeconds = getMeanWait(total);
  return (
    <Figure
      title="Time to first reply"
      file={getFilePath('days')}
      drawing={
        <Plot
          as="line"
          points={days.map((row) => ({ name: formatDay(row.day), value: getMeanWait(row) }))}
          show={waitText}
          label={averageSeconds === undefined ? 'No tickets answered.' : `On average a ticket waited ${waitText(averageSeconds)}.`}
        />
      }
      table={
        <Table
          label="Time to first reply: figures"
          heads={['Day', numberColumn('Tickets'), numberColumn('First replies'), numberColumn('Within a day'), numberColumn('Wait')]}
        >
          {days.map((row) => (
            <tr key={row.day}>
              <th scope="row">{formatDay(row.day)}</th>
              <td className={cell.num}>{row.tickets}</td>
              <td className={cell.num}>{row.answered}</td>
              <td className={cell.num}>{row.answeredSoon}</td>
              <td className={cell.num}>{row.answered > 0 ? waitText(row.answerSeconds / row.answered) : '—'}</td>
            </tr>
          ))}
        </Table>
      }
    />
  );
}

function Coupons({ report: { coupons, currency }, getFilePath }: Props) {
  const formatAmount = createMoneyFormat(currency);
  return (
    <Figure
      title="Coupons"
      file={getFilePath('coupons')}
      open
      table={
        coupons.length === 0 ? (
          <NoFigures>No coupons used in this period.</NoFigures>
        ) : (
          <Table label="Coupons: figures" heads={['Code', numberColumn('Used'), numberColumn('Discount')]}>
            {coupons.map(({ code, uses, given }) => (
              <tr key={code}>
                <th scope="row">{code}</th>
                <td className={cell.num}>{uses}</td>
                <td className={cell.num}>{formatAmount(given)}</td>
              </tr>
            ))}
          </Table>
        )
      }
    />
  );
}

function Currencies({ report: { currencies }, getFilePath }: Props) {
  return (
    <Figure
      title="By currency"
      file={getFilePath('currencies')}
      open
      table={
        currencies.length === 0 ? (
          <NoFigures>No sales in this period.</NoFigures>
        ) : (
          <Table label="By currency: figures" heads={['Currency', ...moneyHeads]}>
            {currencies.map((row) => (
              <tr key={row.currency}>
                <th scope="row">{getCurrencyCode(row.currency)}</th>
                <MoneyCells row={row} currency={row.currency} />
              </tr>
            ))}
          </Table>
        )
      }
    />
  );
}
