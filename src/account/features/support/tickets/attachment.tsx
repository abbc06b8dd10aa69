// Downloads an attachment in the client area by an API call, because a plain link would not be authenticated.

import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketFile } from '#modules/support/shapes-threads.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { throwNetworkError } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { FailureText } from '#ui/forms/failure-text.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import css from './thread.module.css';

async function save({ id, name }: TicketFile): Promise<void> {
  const [{ download }, { saveBytes }] = await Promise.all([import('#ui/api/download.ts'), import('#ui/browser/save-file.ts')]).catch(
    throwNetworkError,
  );
  saveBytes(name, await download('GET /api/support/file', { id }));
}

export function SaveFile({ file }: { readonly file: TicketFile }) {
  const { t } = useLingui();
  const { busy, failure, run } = useMutation(ApiError);
  const { name } = file;
  return (
    <>
      <Button text={<Trans>Save</Trans>} small aria-label={t`Save ${name}`} busy={busy} onClick={() => void run(() => save(file))} />
      <span role="alert" className={css.wrong}>
        <FailureText error={failure} />
      </span>
    </>
  );
}
