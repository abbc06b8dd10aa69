// Download of the user's data. A button exchanges the code of the mailed link for a cookie, because mail scanners open links; the cookie
// authorises the download. Works without JavaScript.
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { href } from '../../../pages.ts';
import type { ScreenProps } from '../../router/page/data.ts';
import { useConsumedParams } from '../../router/use-consumed-params.ts';
import { LinkForm } from '../../shared/link-form.tsx';
import css from './account-layout.module.css';
import { AccountPage, Onward } from './account-layout.tsx';

function MyDataPage({ data }: ScreenProps<'myData'>) {
  useConsumedParams('code');
  // The code is gone from the address, and page data is loaded without the cookie, so the initial data is used until the page is left.
  const [first] = useState(data);
  const { code, ready = false, posted } = first;
  const [refused] = posted?.errors.code ?? [];
  if (refused)
    return (
      <MyData answers lead={refused}>
        {ready ? <Save /> : <AskAgain />}
      </MyData>
    );
  if (code)
    return (
      <MyData lead={<Trans>The link works once. Afterwards you have 30 minutes to save the file.</Trans>}>
        <LinkForm to={href('myData')} code={code} again={posted !== undefined}>
          <Trans>Fetch my data</Trans>
        </LinkForm>
      </MyData>
    );
  if (ready)
    return (
      <MyData
        answers
        lead={<Trans>All that we know of you, in one file that machines can read (JSON). Keep it where nobody else reads it.</Trans>}
      >
        <Save />
      </MyData>
    );
  return (
    <MyData lead={<Trans>This page is opened by the link in our mail. Please open that link.</Trans>}>
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
      <Trans>Save my data as a file</Trans>
    </Onward>
    <p className={`soft ${css.note}`}>
      <Trans>It can be saved in this browser until 30 minutes after the link was opened.</Trans>
    </p>
  </>
);

const AskAgain = () => (
  <Onward to={href('accountDetails')}>
    <Trans>Ask for a new link</Trans>
  </Onward>
);

export { MyDataPage as Screen };
