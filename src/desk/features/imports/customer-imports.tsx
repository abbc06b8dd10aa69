// Earlier imports of customers.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ImportHistory, type UndoneReport } from './import-history.tsx';
import { counted, getBeVerb } from './outcome-table.tsx';

export function CustomerImports() {
  const query = useQuery(deskQuery('GET /api/customers/imports'));
  return (
    <DeskQueryState query={query}>
      {(imports) => (
        <ImportHistory
          imports={imports.map((row) => ({
            ...row,
            result: `${row.created} created, ${row.skipped} skipped, ${row.refused} refused`,
            undone: `Undone, ${row.removed} removed`,
            mayUndo: row.created > 0,
          }))}
          about="Removes the accounts that this import created, with their notes and tags. Accounts stay if they have a password, an order, a balance, a ticket or a newer note."
          onUndo={undo}
        />
      )}
    </DeskQueryState>
  );
}

async function undo(id: string): Promise<UndoneReport> {
  const { removed, kept } = await callDesk('POST /api/customers/import/undo', { id });
  await refetchCall('GET /api/customers/imports');
  return {
    sentence: `${counted(removed, 'account')} ${getBeVerb(removed, true)} removed.`,
    kept: kept.map((account) => ({
      id: account.id,
      link: (
        <Link to="/customers/$id" params={{ id: account.id }}>
          {account.name || account.email}
        </Link>
      ),
      reason: account.reason,
    })),
  };
}
