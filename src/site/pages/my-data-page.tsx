// Download of the user's data. A button exchanges the code of the mailed link for a cookie, because mail
// scanners open links; the cookie authorises the download.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ScreenProps } from '#ui/page/data.ts';
import { href } from '../../pages.ts';
import css from './account/account-layout.module.css';
import { AccountPage, Onward } from './account/account-layout.tsx';
import { LinkForm } from './forms/link-form.tsx';

function MyDataPage({ data }: ScreenProps<'myData'>) {
  const { code, ready = false, posted } = data;
  const [refused] = posted?.errors.code ?? [];
  if (refused)
    return (
      <MyData answers lead={refused}>
        {ready ? <Save /> : <AskAgain />}
      </MyData>
    );
  if (code)
    return (
      <MyData lead={<Trans>The link works once. You then have 30 minutes to download the file.</Trans>}>
        <LinkForm to={href('myData')} code={code} again={posted !== undefined}>
          <Trans>Get my data</Trans>
        </LinkForm>
      </MyData>
    );
  if (ready)
    return (
      <MyData answers lead={<Trans>Everything we hold about you, in one file that other software can read. Keep it private.</Trans>}>
        <Save />
      </MyData>
    );
  return (
    <MyData lead={<Trans>Open the link in our email.</Trans>}>
      <AskAgain />
    </MyData>
  );
}

const MyData = ({ lead, answers = false, children }: { lead: ReactNode; answers?: boolean; children: ReactNode }) => (
  <AccountPage alone scriptless answers={answers} title={<Trans>Your data</Trans>} lead={lead}>
    {children}
  </AccountPage>
);

const Save = () => (
  <>
    <Onward to={`${href('myData')}/file`}>
      <Trans>Download my data</Trans>
    </Onward>
    <p className={`soft ${css.note}`}>
      <Trans>You can download it in this browser for 30 minutes after opening the link.</Trans>
    </p>
  </>
);

const AskAgain = () => (
  <Onward to={href('accountDetails')}>
    <Trans>Get a new link</Trans>
  </Onward>
);

export { MyDataPage as Screen };
