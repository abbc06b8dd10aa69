// Fetches the copy of somebody's data with the link from a mail, and hands it over as a file. A button does it, because programs that look through
// mails open links as well.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { href } from '../../../pages.ts';
import { linkTold } from '../../account-words.ts';
import { call } from '../../client.ts';
import css from '../../parts/account-page.module.css';
import { AccountPage, Onward } from '../../parts/account-page.tsx';
import { fileName, saveFile } from '../../save-file.ts';
import { useTaken } from '../../taken.ts';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useVisit } from '../../visit.ts';

/** The code is the link's; nothing is typed here. */
const empty = { code: '' };
const unkept = ['code'] as const;
const words = {};
const shape = () => import('../../../rooms/accounts/shapes.ts').then(({ confirmEmailShape }) => confirmEmailShape);

export function Screen() {
  const link = useTaken('code');
  const isBare = link !== undefined && !link.code;
  return (
    <AccountPage
      alone
      title={<Trans>Your data</Trans>}
      lead={
        isBare ? (
          <Trans>This page is opened by the link in our mail. Please open that link.</Trans>
        ) : (
          <Trans>All that we know of you, in one file that machines can read (JSON). Keep it where nobody else reads it.</Trans>
        )
      }
    >
      {isBare ? (
        <Onward to={href('accountDetails')}>
          <Trans>Ask for a new link</Trans>
        </Onward>
      ) : (
        <Fetch code={link?.code ?? ''} />
      )}
    </AccountPage>
  );
}

function Fetch({ code }: { code: string }) {
  const { t } = useLingui();
  const { shell } = useVisit();
  const [saved, setSaved] = useState<string>();
  const form = useForm({
    ...{ name: 'my-data', empty, shape, unkept, words },
    send: (_, options) => call('POST /api/Accounts/fetch-export', { code }, options).catch(linkTold),
    done: (data) => {
      const name = fileName(shell.brand, String(data.madeAt).slice(0, 10));
      saveFile(name, JSON.stringify(data, null, 2));
      setSaved(name);
    },
  });
  return (
    <form className={css.form} {...form.props} data-script="">
      <ErrorSummary of={form.summary} />
      <div>
        <SubmitButton busy={form.busy} meanwhile={t`Fetching your data…`}>
          <Trans>Save my data as a file</Trans>
        </SubmitButton>
      </div>
      <p role="status">
        {saved && !form.summary ? <Trans>Saved as {saved}. The link works for 24 hours, as often as you like.</Trans> : null}
      </p>
      {form.summary ? (
        <p>
          <a href={href('accountDetails')}>
            <Trans>Ask for a new link</Trans>
          </a>
        </p>
      ) : null}
    </form>
  );
}
