// The customer's name and balance, above the navigation of the account area.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showMoney } from '#lib/money/money.ts';
import { formatFullName } from '#lib/people/postal-address.ts';
import { nameMember } from '#ui/api/name-member.ts';
import { UserText } from '#ui/display/user-text.tsx';
import { usePage } from '#ui/page/context.ts';
import { href } from '../../../pages.ts';
import { apiQuery, profileQuery } from '../../api/queries.ts';
import { useNews } from '../../live/use-live-updates.ts';
import css from './account-card.module.css';

const news = ['balance'] as const;

export function AccountCard() {
  const { t } = useLingui();
  const { locale, currency } = usePage();
  const { data: profile } = useQuery(profileQuery);
  const { data: funds, refetch } = useQuery(apiQuery('POST /api/balance', { currency }));
  useNews(news, () => void refetch());
  useEffect(() => {
    if (profile) nameMember(profile);
  }, [profile]);
  return (
    <div className={css.card}>
      <p className={css.name}>{profile ? <UserText text={formatFullName(profile, locale)} /> : ' '}</p>
      <p className={css.balance}>
        <small>{t`Balance`}</small>
        <b>{funds ? showMoney({ amount: funds.balance, currency }, locale) : ' '}</b>
      </p>
      <a href={href('funds')}>
        <Trans>Add funds</Trans> <span aria-hidden="true">→</span>
      </a>
    </div>
  );
}
