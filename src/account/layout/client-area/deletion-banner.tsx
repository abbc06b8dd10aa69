// Banner of an account that will be deleted, with a button to cancel the deletion.

import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { MomentText } from '../../shared/date-time.tsx';
import css from './deletion-state.module.css';

type Props = {
  readonly eraseAt: string;
  /** It was just requested on this page: the banner takes the focus. */
  readonly isNews: boolean;
  readonly onCancelled: () => void;
};

export function ClosingBanner({ eraseAt, isNews, onCancelled }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useFocusOnMount(() => (isNews ? title.current : null));
  return (
    <section className={css.banner} aria-labelledby="leaving">
      <div className={css.told}>
        <h2 id="leaving" ref={title} tabIndex={-1}>
          <Trans>Your account will be deleted</Trans>
        </h2>
        <p>
          <Trans>
            This happens on <MomentText iso={eraseAt} />. Until then you can keep it, with everything in it.
          </Trans>
        </p>
      </div>
      <Keep onCancelled={onCancelled} />
    </section>
  );
}

function Keep({ onCancelled }: Pick<Props, 'onCancelled'>) {
  const { t } = useLingui();
  const { failure, press } = useMutation(ApiError);
  const keep = async () => {
    await call('POST /api/Accounts/keep-account', undefined);
    onCancelled();
    showToast({ text: t`Your account stays.` });
  };
  return (
    <div className={css.acts}>
      <Button text={t`Keep my account`} look="main" {...press(keep)} />
      <FieldErrorText error={failure} />
    </div>
  );
}
