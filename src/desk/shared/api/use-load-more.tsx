// A list inside a page that goes on when somebody asks: what came first stays, what is older comes below it.
import { type ReactNode, useState } from 'react';
import button from '../../../ui/styles/button.module.css';
import { useSending } from '../forms/form.tsx';

type Page<Row> = { readonly rows: readonly Row[]; readonly more: boolean };

/** `next` is asked with the last row that is there. */
export function useOlder<Row>(
  first: Page<Row>,
  next: (last: Row | undefined) => Promise<Page<Row>>,
): { readonly rows: readonly Row[]; readonly older: ReactNode } {
  const sending = useSending();
  const [later, setLater] = useState<Page<Row>>({ rows: [], more: first.more });
  const rows = [...first.rows, ...later.rows];
  const load = async () => {
    const page = await next(rows.at(-1));
    setLater({ rows: [...later.rows, ...page.rows], more: page.more });
  };
  const older = (
    <>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      {later.more ? (
        <button className={button.quiet} type="button" onClick={() => void sending.send(load)}>
          Older
        </button>
      ) : null}
    </>
  );
  return { rows, older };
}
