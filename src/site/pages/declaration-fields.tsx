// The fields of a declaration.
import { Trans, useLingui } from '@lingui/react/macro';
import { REASON_CHARS } from '#modules/support/shapes-sizes.ts';
import field from '#ui/forms/field.module.css';
import type { DeclarationData } from '#ui/page/data.ts';
import css from './declaration-page.module.css';
import { type Bound, bindFields, EmailField, TextArea, TextField } from './forms/fields.tsx';

type Posted = { readonly kind: DeclarationData['kind']; readonly posted: DeclarationData['posted'] | undefined };

export function DeclarationFields({ kind, posted }: Posted) {
  const { t } = useLingui();
  const bind = bindFields(kind, posted);
  return (
    <>
      <p className="soft">{kind === 'withdrawal' ? t`All fields are required.` : t`Fields are required unless marked optional.`}</p>
      <TextField {...bind('name')} label={t`Your name`} autoComplete="name" checks={{ required: t`Enter your name.` }} />
      <EmailField {...bind('email')} label={t`Your email address`} hint={t`The one you ordered with. The receipt goes there.`} />
      <TextField
        {...bind('number')}
        exact
        label={kind === 'withdrawal' ? t`Order number` : t`Order or subscription number`}
        hint={t`It’s in our emails and begins with F-.`}
        checks={{ required: t`Enter the order or subscription number. It’s in our emails.` }}
      />
      {kind === 'cancel' ? <CancellationFields bind={bind} /> : null}
    </>
  );
}

const CancellationFields = ({ bind }: { readonly bind: (name: string) => Bound }) => (
  <>
    <Ground {...bind('ground')} />
    <TextArea
      {...bind('reason')}
      optional
      label={<Trans>Reason</Trans>}
      hint={<Trans>Needed only for a cancellation for cause.</Trans>}
      rows={3}
      maxChars={REASON_CHARS}
    />
    <TextField
      {...bind('endsOn')}
      type="date"
      optional
      label={<Trans>End on</Trans>}
      hint={<Trans>Leave this empty to end as soon as possible.</Trans>}
    />
  </>
);

const Ground = ({ field: { id, name }, value }: Bound) => {
  const { t } = useLingui();
  return (
    <fieldset className={css.ground}>
      <legend>{t`Kind of cancellation`}</legend>
      <div className={field.tick}>
        <input type="radio" id={id} name={name} value="ordinary" defaultChecked={value !== 'cause'} />
        <label htmlFor={id}>{t`Ordinary: it ends with the month you’ve paid for`}</label>
      </div>
      <div className={field.tick}>
        <input type="radio" id={`${id}-cause`} name={name} value="cause" defaultChecked={value === 'cause'} />
        <label htmlFor={`${id}-cause`}>{t`For cause: right away, for a serious reason`}</label>
      </div>
    </fieldset>
  );
};
