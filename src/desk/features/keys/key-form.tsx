// The form of a new API key of the shop.
import { type Scope, scopes } from '#modules/keys/rules.ts';
import type { CreatedKey } from '#modules/keys/shapes.ts';
import { callDesk } from '../../shared/api/client.ts';
import { CheckList, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import styles from '../versions/versions.module.css';

const scopeOptions = scopes.map((scope) => ({ value: scope, label: scope }));

export function KeyForm({ onDone }: { readonly onDone: (created: CreatedKey) => Promise<unknown> }) {
  const form = useDeskForm({
    draft: 'api-key.new',
    values: { name: '', scopes: [] as readonly Scope[], networks: '', expiresAt: '' },
    async send({ name, scopes: chosen, networks, expiresAt }) {
      const created = await callDesk('POST /api/keys/create', {
        ...{ name, scopes: [...chosen] },
        networks: networks.split(',').flatMap((each) => each.trim() || []),
        expiresAt: expiresAt === '' ? null : `${expiresAt}T00:00:00Z`,
      });
      await onDone(created);
    },
    fieldAt: (path) => (path.startsWith('networks') ? 'networks' : path),
  });
  return (
    <Form form={form} submit="Create key">
      <TextField label="Name" name="name" hint="Of the program that uses it." />
      <CheckList name="scopes" legend="It may" className={styles.group} options={scopeOptions} boxes={styles.even} box={styles.row} />
      <TextField label="Networks" name="networks" hint="IP addresses or ranges, separated by commas. Empty: from everywhere." />
      <TextField label="Ends on" name="expiresAt" type="date" hint="Empty: when it is revoked." />
    </Form>
  );
}
