// Requests an export of the user's data with the password. A job creates it and a link to it is mailed.
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { call } from '#ui/api/client.ts';
import { UserText } from '#ui/display/user-text.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { Section } from '../../../shared/section.tsx';
import { PasswordAct } from '../security/password-confirm.tsx';
import css from './export-data.module.css';

export function MyData({ email }: { email: string }) {
  const { t } = useLingui();
  const [isRequested, setRequested] = useState(false);
  return (
    <Section id="my-data" title={t`Download my data`}>
      <p className="soft">
        {t`A copy of everything we hold about you: your account, your log-ins, the emails we sent you and what you wrote to us. Passwords and other secrets are left out.`}
      </p>
      {isRequested ? (
        <ExportRequested email={email} />
      ) : (
        <PasswordAct
          {...{ name: 'my-data', email, look: 'quiet', meanwhile: t`Requesting your data…` }}
          opens={t`Download my data`}
          act={t`Send me a link`}
          send={(values, options) => call('POST /api/Accounts/ask-export', values, options)}
          onDone={() => setRequested(true)}
        />
      )}
    </Section>
  );
}

function ExportRequested({ email }: { email: string }) {
  const { t } = useLingui();
  const notice = useRef<HTMLDivElement>(null);
  useFocusOnMount(() => notice.current);
  return (
    <div ref={notice} tabIndex={-1} className={css.asked}>
      <h3>{t`We’re preparing your data.`}</h3>
      <p>
        <Trans>
          We’re sending a link to <UserText text={email} />. It works for 24 hours, or until you change your password.
        </Trans>
      </p>
    </div>
  );
}
