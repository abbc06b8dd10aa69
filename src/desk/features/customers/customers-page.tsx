// Customers are looked for, never listed: nobody reads through all of them.
import { useState } from 'react';
import { Empty } from '../../../ui/feedback/empty.tsx';
import button from '../../../ui/styles/button.module.css';
import { useAskedList } from '../../shared/api/query-cache.ts';
import { Answer } from '../../shared/api/query-state.tsx';
import { go, Link, usePlace, withQuery } from '../../shared/browser/location.tsx';
import { TextField, useSending } from '../../shared/forms/form.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import css from '../../shared/layout/panel.module.css';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';

export function Page() {
  const { searchParams } = usePlace();
  const q = searchParams.get('q') ?? '';
  const [text, setText] = useState(q);
  const sending = useSending();
  const asked = useAskedList(q.length > 1 ? 'GET /api/customers' : undefined, { q });
  return (
    <>
      <PageHead title="Customers" />
      <form
        className={css.ask}
        onSubmit={(event) => {
          event.preventDefault();
          go(withQuery({ q: text.trim() }));
        }}
      >
        <TextField label="How the address or the name begins" name="q" type="search" value={text} onValue={setText} sending={sending} />
        <button className={`${button.main} ${button.small}`} type="submit">
          Search
        </button>
      </form>
      {q.length > 1 ? (
        <Answer of={asked}>
          {(found) =>
            found.length === 0 ? (
              <Empty kind="filtered" title="Nobody’s address or name begins like that" />
            ) : (
              <Table label="Customers" heads={['Name', 'E-mail', 'Since']}>
                {found.map(({ id, name, email, createdAt }) => (
                  <tr key={id}>
                    <td className={cell.grow}>
                      <Link href={`/customers/${id}`}>{name || email}</Link>
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
        </Answer>
      ) : null}
    </>
  );
}
