// Two-factor authentication: its state and the actions on it. The steps are a lazy chunk.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { TwoFactor as State } from '#modules/accounts/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import badge from '#ui/styles/badge.module.css';
import { apiQuery, queryClient } from '../../../api/queries.ts';
import { FormPlaceholder, QueryState } from '../../../layout/client-area/client-area.tsx';
import { DayText } from '../../../shared/date-time.tsx';
import { Section } from '../../../shared/section.tsx';
import { ConfirmFirst, type Unconfirmed } from '../change-email.tsx';
import css from './two-factor.module.css';
import type { TwoFactorStep } from './two-factor-steps.tsx';

const off: State = { on: false, since: null, codesLeft: 0 };

const twoFactorQuery = apiQuery('GET /api/Accounts/two-factor', undefined);
const TwoFactorSteps = createLazyPart(() => import('./two-factor-steps.tsx').then(({ TwoFactorSteps }) => TwoFactorSteps));

type Props = { readonly unconfirmed: Unconfirmed | undefined };

export function TwoFactorSection({ unconfirmed }: Props) {
  const { t } = useLingui();
  const state = useQuery(twoFactorQuery);
  const [step, setStep] = useState<TwoFactorStep>();
  const title = useRef<HTMLHeadingElement>(null);
  const leave = (notice?: string) => {
    setStep(undefined);
    if (notice !== undefined) showToast({ text: notice });
    title.current?.focus();
  };
  const showChange = (more: Partial<State>) => {
    queryClient.setQueryData(twoFactorQuery.queryKey, (known) => known && { ...known, ...more });
    // The exact date comes with the next load.
    void state.refetch();
  };
  return (
    <Section id="two-factor" title={t`Two-step log-in`} heading={title}>
      <p className="soft">{t`Protect your account with a code from your phone, even if someone has your password.`}</p>
      <QueryState query={state} waiting={<TwoFactorSkeleton />}>
        {(known) =>
          step ? (
            <TwoFactorSteps key={step} step={step} leave={leave} onChanged={showChange} onMissing={leave} />
          ) : (
            <Rest state={known} begin={setStep} unconfirmed={unconfirmed} />
          )
        }
      </QueryState>
    </Section>
  );
}

const TwoFactorSkeleton = () => (
  <FormPlaceholder>
    <Rest state={off} begin={() => undefined} />
  </FormPlaceholder>
);

type RestProps = { readonly state: State; readonly begin: (step: TwoFactorStep) => void; readonly unconfirmed?: Unconfirmed | undefined };

function Rest({ state: { on, since, codesLeft }, begin, unconfirmed }: RestProps) {
  const { t } = useLingui();
  if (!on && unconfirmed)
    return (
      <div className={css.rest}>
        <ConfirmFirst {...unconfirmed} />
      </div>
    );
  if (!on)
    return (
      <div className={css.rest}>
        <span className={badge.off}>{t`Off`}</span>
        <Act onClick={() => begin('setUp')}>{t`Set up two-step log-in`}</Act>
      </div>
    );
  return (
    <div className={css.rest}>
      <div className={css.known}>
        <p className={css.acts}>
          <span className={badge.done}>{t`On`}</span>
          {since === null ? null : (
            <span>
              <Trans>
                since <DayText iso={since} />
              </Trans>
            </span>
          )}
        </p>
        <p className={codesLeft > FEW_CODES ? 'soft small' : badge.wait}>
          <Plural value={codesLeft} one="# recovery code left" other="# recovery codes left" />
        </p>
      </div>
      <div className={css.acts}>
        <Act onClick={() => begin('renew')}>{t`New recovery codes`}</Act>
        <Act onClick={() => begin('turnOff')}>{t`Turn off`}</Act>
      </div>
    </div>
  );
}

const FEW_CODES = 2;

const Act = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => <Button text={children} small onClick={onClick} />;
