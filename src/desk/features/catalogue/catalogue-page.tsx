// Lists the services with their offers, prices and brief questions.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getCurrencyCode } from '#lib/money/money.ts';
import type { DeskCatalogue } from '#modules/catalogue/desk-shapes.ts';
import { useCurrencies, useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { LinkButton } from '../../shared/routing/link-button.tsx';
import { formatMoney } from '../../shared/values/money.tsx';

type Service = DeskCatalogue['services'][number];

export function CataloguePage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/catalogue'));
  const mayEdit = useMay('catalogue.edit');
  return (
    <>
      <PageHead title="Catalog">
        {mayEdit ? <LinkButton text="New service" look="main" to="/catalogue/$id" params={{ id: 'new' }} /> : null}
      </PageHead>
      <p>Changes are live as soon as you publish them. Existing orders keep their price.</p>
      <p>
        <Link to="/catalogue/$id" params={{ id: 'common.yaml' }}>
          Shared by all services: platforms, common questions
        </Link>
      </p>
      <DeskQueryState query={query}>
        {({ services }) => services.map((service) => <ServicePanel key={service.type} service={service} />)}
      </DeskQueryState>
    </>
  );
}

function FileLinks({ file, name }: { readonly file: string; readonly name: string }) {
  const mayEdit = useMay('catalogue.edit');
  return (
    <span>
      <LinkButton text={mayEdit ? 'Edit' : 'Open'} about={name} small to="/catalogue/$id" params={{ id: file }} />
      {mayEdit ? (
        <>
          {' '}
          <LinkButton text="Copy" about={name} small to="/catalogue/$id" params={{ id: 'new' }} search={{ like: file }} />
        </>
      ) : null}
    </span>
  );
}

const makers: Readonly<Record<Service['madeBy'], string>> = {
  person: 'by a person',
  automatic: 'automatically',
  mixed: 'by a person, from an automatic draft',
};

/** What is sold needs no word. */
const states: Readonly<Record<Service['state'], string>> = {
  sold: '',
  hidden: ' · hidden: ordered by its link only',
  archived: ' · archived: no longer sold',
};

function ServicePanel({ service: { name, file, offers, fields, kind, state, madeBy } }: { readonly service: Service }) {
  const { sold } = useCurrencies();
  const heads = ['Offer', 'Quantity', ...sold.map((currency) => ({ name: getCurrencyCode(currency), num: true }))];
  return (
    <Panel title={name} beside={file ? <FileLinks file={file} name={name} /> : null}>
      <PanelNote>
        {kind === 'bundle' ? 'Bundle' : 'Service'}, made {makers[madeBy]}
        {states[state]}
      </PanelNote>
      <Table label={`Offers of ${name}`} heads={heads}>
        {offers.map(({ id, unit, note, minQuantity, maxQuantity, prices, pieces }) => (
          <tr key={id}>
            <td className={cell.grow}>
              <b>{unit}</b>
              <div className="soft small">{[note, ...pieces].filter(Boolean).join(' · ')}</div>
            </td>
            <td className={cell.least}>{minQuantity === maxQuantity ? minQuantity : `${minQuantity}–${maxQuantity}`}</td>
            {sold.map((currency) => {
              const price = prices.find((each) => each.currency === currency);
              return (
                <td key={currency} className={cell.num}>
                  {price ? formatMoney(price.amount, currency) : '—'}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
      <details>
        <summary>{fields.length} brief questions</summary>
        <ul>
          {fields.map(({ name, label, required }) => (
            <li key={name}>
              {label} <span className="soft">{required ? 'required' : 'optional'}</span>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}
