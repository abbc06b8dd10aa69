// The customer's name and balance, above the navigation of the account area.
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import { fullName } from '#lib/people/postal-address.ts';
import { call } from '#ui/api/client.ts';
import { nameMember } from '#ui/api/name-member.ts';
import { loadProfile, recentProfile } from '#ui/api/profile.ts';
import { PROFILE_CHANGED } from '#ui/api/profile-changed.ts';
import { accessToken } from '#ui/api/session.ts';
import { UserText } from '#ui/display/user-text.tsx';
import { usePage } from '#ui/page/context.ts';
import { href } from '../../../pages.ts';
import { useQuery } from '../../api/use-query.ts';
import { useNews } from '../../live/use-live-updates.ts';
import css from './account-card.module.css';

type Shown = { readonly name: string; readonly balance: string };
/** The card of the last page of the same session, so that it does not flicker between pages. */
let last: { readonly token: string | undefined; readonly key: string; readonly shown: Shown } | undefined;

const news = ['balance'] as const;

export function AccountCard() {
  const { locale, currency } = usePage();
  const key = `${locale} ${currency}`;
  const load = useCallback(
    async (signal: AbortSignal): Promise<Shown> => {
      const [{ firstName, lastName }, { balance }] = await Promise.all([
        recentProfile(),
        call('POST /api/balance', { currency }, { signal }),
      ]);
      nameMember({ firstName, lastName });
      return {
        name: fullName({ firstName, lastName }, locale),
        balance: showMoney({ amount: balance, currency }, locale),
      };
    },
    [locale, currency],
  );
  const [remembered] = useState(() => (last?.key === key && last.token === accessToken() ? last.shown : undefined));
  const { data, busy, again } = useQuery(load, remembered);
  useNews(news, again);
  useEffect(() => {
    const changed = () => {
      // The load that follows shares this request.
      loadProfile().catch(() => undefined);
      again();
    };
    addEventListener(PROFILE_CHANGED, changed);
    return () => removeEventListener(PROFILE_CHANGED, changed);
  }, [again]);
  useEffect(() => {
    if (data && !busy) last = { token: accessToken(), key, shown: data };
  }, [data, busy, key]);
  return (
    <div className={css.card}>
      <p className={css.name}>{data ? <UserText text={data.name} /> : ' '}</p>
      <p className={css.balance}>
        <small>
          <Trans>Balance</Trans>
        </small>
        <b>{data?.balance ?? ' '}</b>
      </p>
      <a href={href('funds')}>
        <Trans>Add funds</Trans> <span aria-hidden="true">→</span>
      </a>
    </div>
  );
}
