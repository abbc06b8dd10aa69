// Recovery codes, shown only once: copy, save as a file, print.

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { saveFile } from '#ui/browser/save-file.ts';
import { Button } from '#ui/display/button.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { usePage } from '#ui/page/context.ts';
import css from './two-factor.module.css';

export function RecoveryCodes({ codes, onSaved }: { readonly codes: readonly string[]; readonly onSaved: () => void }) {
  const { t } = useLingui();
  const { shell } = usePage();
  const [failed, setFailed] = useState(false);
  const { brand } = shell;
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ text: t`Codes copied.` }),
      () => setFailed(true),
    );
  return (
    <>
      <p>
        {t`Each code logs you in to ${brand} once, in place of a code from the app. They’re shown only now: keep them where you can find them without your phone.`}
      </p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.acts}>
        {/* The clipboard is only available in secure contexts. */}
        {navigator.clipboard ? <Button text={t`Copy`} small onClick={() => void copy()} /> : null}
        <Button
          text={t`Download`}
          small
          onClick={() => saveFile('recovery-codes.txt', `${t`Recovery codes for ${brand}`}\n\n${codes.join('\n')}\n`)}
        />
        <Button text={t`Print`} small onClick={() => print()} />
      </div>
      <p role="alert" className={css.wrong}>
        {failed ? t`Copying failed. Download the codes or write them down.` : null}
      </p>
      <div>
        <Button text={t`I’ve saved them`} look="main" onClick={onSaved} />
      </div>
    </>
  );
}
