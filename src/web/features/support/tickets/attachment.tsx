// Downloads an attachment in the client area by an API call, because a plain link would not be authenticated.
import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketFile } from '../../../../modules/support/shapes-threads.ts';
import { useAct } from '../../../../ui/hooks/use-act.ts';
import button from '../../../../ui/styles/button.module.css';
import { throwNetworkError } from '../../../api/client.ts';
import css from './thread.module.css';

async function save({ id, name }: TicketFile): Promise<void> {
  const [{ download }, { saveBytes }] = await Promise.all([
    import('../../../api/download.ts'),
    import('../../../browser/save-file.ts'),
  ]).catch(throwNetworkError);
  saveBytes(name, await download('GET /api/support/file', { id }));
}

export function SaveFile({ file }: { readonly file: TicketFile }) {
  const { t } = useLingui();
  const { busy, wrong, act } = useAct();
  const { name } = file;
  return (
    <>
      <button
        type="button"
        className={`${button.quiet} ${button.small}`}
        aria-label={t`Save ${name}`}
        aria-disabled={busy || undefined}
        onClick={() => act(() => save(file))}
      >
        <Trans>Save</Trans>
      </button>
      <span role="alert" className={css.wrong}>
        {wrong}
      </span>
    </>
  );
}
