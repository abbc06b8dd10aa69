// Searches customers. There is no complete list: it would expose personal data.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import button from '../../../ui/styles/button.module.css';
import { DeskApiError } from '../../shared/api/client.ts';
import { deskListQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { DeskTextField } from '../../shared/forms/form.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import css from '../../shared/layout/panel.module.css';
import { cell, Table } from '../../shared/layout/table.tsx';
import { useChangeSearch } from '../../shared/routing/use-change-search.ts';
import { Moment } from '../../shared/values/moment.tsx';

export function CustomersPage(): ReactNode {
  const { q = '' } = useSearch({ from: '/customers' });
  const changeSearch = useChangeSearch();
  const [text, setText] = useState(q);
  const sending = useMutation(DeskApiError);
  const query = useQuery({ ...deskListQuery('GET /api/customers', { q }), enabled: q.length > 1 });
  return (
    <>
      <PageHead title="Customers" />
      <form
        className={css.ask}
        onSubmit={(event) => {
          event.preventDefault();
          changeSearch({ q: text.trim() }, { replace: false });
        }}
      >
        <DeskTextField label="Email or name" name="q" type="search" value={text} onValue={setText} sending={sending} />
        <button className={`${button.main} ${button.small}`} type="submit">
          Search
        </button>
      </form>
      {q.length > 1 ? (
        <DeskQueryState of={query}>
          {(found) =>
            found.length === 0 ? (
              <Empty kind="filtered" title="No customers match" />
            ) : (
              <Table label="Customers" heads={['Name', 'Email', 'Customer since']}>
                {found.map(({ id, name, email, createdAt }) => (
                  <tr key={id}>
                    <td className={cell.grow}>
                      <Link to="/customers/$id" params={{ id }}>
                        {name || email}
                      </Link>
                    </td>
                    <td className={cell.grow}>{email}</td>
                    <td className={cell.least}>
                      <Moment at={createdAt} as="day" />
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </DeskQueryState>
      ) : (
        <p className="soft">Enter at least two characters of the start of an email address or name.</p>
      )}
    </>
  );
}
