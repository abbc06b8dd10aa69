// Account deletion: shows what is erased and what the books must retain, then asks for the password.
// After that, the banner of the client area shows the request (layout/client-area/deletion-state.tsx).
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#ui/api/client.ts';
import { href } from '../../../../pages.ts';
import { useDeletionState } from '../../../layout/client-area/deletion-state.tsx';
import { Section } from '../../../shared/section.tsx';
import { PasswordAct } from '../security/password-confirm.tsx';
import css from './delete-account.module.css';

export function CloseAccount({ email }: { email: string }) {
  const { t } = useLingui();
  const { eraseAt, onRequested } = useDeletionState();
  return (
    <Section id="closing" title={t`Delete my account`}>
      <ul className={css.list}>
        <li>{t`For 7 days nothing happens: you can log in and keep your account.`}</li>
        <li>
          {t`Then we erase your name, email and postal address, password, log-ins and what you wrote to support from your confirmed address. This can’t be undone.`}
        </li>
        <li>
          <Trans>
            Orders, payments and receipts are kept as long as tax law requires, stored separately. See the{' '}
            <a href={href('privacyPolicy')}>privacy policy</a>.
          </Trans>
        </li>
      </ul>
      {eraseAt === null ? (
        <PasswordAct
          {...{ name: 'closing', email, look: 'bad', meanwhile: t`Requesting deletion…` }}
          opens={t`Delete my account`}
          act={t`Delete my account in 7 days`}
          send={(values, options) => call('POST /api/Accounts/ask-deletion', values, options)}
          onDone={({ eraseAt: moment }) => onRequested(moment)}
        />
      ) : (
        <p>{t`Deletion is scheduled. Until then you can keep your account, with the button below.`}</p>
      )}
    </Section>
  );
}
