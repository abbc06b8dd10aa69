// The invoice of what is left after an advance.
import { callDesk } from '../../shared/api/client.ts';
import { WholeField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';

type Props = { readonly purchaseId: string; readonly onDone: () => Promise<unknown> };

export function RestForm({ purchaseId, onDone }: Props) {
  const form = useDeskForm({
    draft: `invoice.rest.${purchaseId}`,
    values: { termsDays: 14 },
    send: ({ termsDays }) => callDesk('POST /api/invoices/rest', { purchaseId, termsDays }),
    onDone,
  });
  return (
    <Form form={form} submit="Send invoice">
      <WholeField label="Days to pay" name="termsDays" />
    </Form>
  );
}
