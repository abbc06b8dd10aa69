// The number of the first invoice, which an owner who comes from another program chooses once.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField, WholeField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';

export function OpeningNumber(): ReactNode {
  const query = useQuery(deskQuery('GET /api/invoices/next-number'));
  const [isOpen, setOpen] = useState(false);
  const done = async () => {
    await query.refetch();
    setOpen(false);
  };
  return (
    <Panel
      title="Numbers of invoices"
      beside={query.data?.hasBegun === false ? <Button text="Choose the first number" look="link" onClick={() => setOpen(true)} /> : null}
    >
      <DeskQueryState query={query}>
        {({ number, hasBegun }) => (
          <PanelNote>
            The next invoice is {number}.{' '}
            {hasBegun
              ? 'Numbers have no gaps and restart each year.'
              : 'If you come from another program, choose the number that follows its last one: once, before the first invoice.'}
          </PanelNote>
        )}
      </DeskQueryState>
      {isOpen ? (
        <DeskDialog title="Choose the first number" onClose={() => setOpen(false)}>
          <FirstNumberForm onDone={done} />
        </DeskDialog>
      ) : null}
    </Panel>
  );
}

function FirstNumberForm({ onDone }: { readonly onDone: () => Promise<unknown> }) {
  const form = useDeskForm({
    draft: 'invoices.first-number',
    values: { first: Number.NaN, why: '' },
    send: (values) => callDesk('POST /api/invoices/open-series', values),
    onDone,
  });
  return (
    <Form form={form} submit="Begin with this number">
      <p>This can’t be undone. Earlier numbers of this year are recorded as used elsewhere; next year begins with 1.</p>
      <WholeField label="First number" name="first" hint="Without the letters and the year, such as 1042" />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}
