// Funds page: balances, deposit form and statement; also the page to which the payment provider returns.

import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { type CurrencyNumber, getCurrencyCode, showMoney } from '#lib/money/money.ts';
import type { Profile } from '#modules/accounts/shapes.ts';
import type { Funds } from '#modules/wallet/shapes.ts';
import { getSessionStore, setItem } from '#ui/browser/storage.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { usePage } from '#ui/page/context.ts';
import { apiQuery, joinQueries, profileQuery, queryClient, useFreshQuery } from '../../api/queries.ts';
import { ClientArea, FormPlaceholder, QueryState } from '../../layout/client-area/client-area.tsx';
import { UnansweredPlace } from '../../shared/pending-requests-slot.tsx';
import balancesCss from './balances.module.css';
import { DepositForm } from './deposit/deposit-form.tsx';
import { RETURN_KEY, returnPages } from './deposit/deposit-request.ts';
import css from './funds-page.module.css';
import { StatementPart } from './statement/statement.tsx';

const FundsLive = createLazyPart(() => import('./live-balances.tsx').then(({ FundsLive }) => FundsLive));
const AccountStatement = createLazyPart(() => import('./statement/account-statement.tsx').then(({ AccountStatement }) => AccountStatement));
const DepositReturn = createLazyPart(() => import('./deposit/payment-return.tsx').then(({ DepositReturn }) => DepositReturn));

const refetchStatements = () => queryClient.invalidateQueries({ queryKey: ['GET /api/balance/statement'] });
const fundsQuery = apiQuery('GET /api/balance/funds', undefined);

export function FundsPage() {
  const { currency } = usePage();
  const { returned, wanted } = useFundsAddress();
  const funds = useFreshQuery(fundsQuery);
  const profile = useFreshQuery(profileQuery);
  const { refetch } = funds;
  const settle = useCallback(() => {
    void refetch();
    void refetchStatements();
  }, [refetch]);
  const take = useCallback((fresh: Funds) => {
    queryClient.setQueryData(fundsQuery.queryKey, fresh);
    void refetchStatements();
  }, []);
  return (
    <ClientArea title={<Trans>Funds</Trans>}>
      <UnansweredPlace kind="deposit" />
      {returned === undefined ? null : (
        <div className={css.returned}>
          <DepositReturn key={returned} id={returned} onSettled={settle} />
        </div>
      )}
      <QueryState wide query={joinQueries(funds, profile)} waiting={<FundsSkeleton />}>
        {([known, customer]) => (
          <>
            <Balances currencies={known.currencies} />
            {known.currencies.map((limit) =>
              limit.currency === currency ? (
                <DepositForm key={currency} limit={limit} profile={customer} wanted={wanted(currency)} />
              ) : null,
            )}
          </>
        )}
      </QueryState>
      <StatementPart key={currency} />
      <AccountStatement key={`account ${currency}`} currency={currency} />
      {funds.data ? <FundsLive funds={funds.data} take={take} isSaid={returned !== undefined} /> : null}
    </ClientArea>
  );
}

const nobody: Profile = {
  id: '',
  email: '',
  emailVerified: true,
  createdAt: '',
  firstName: '',
  lastName: '',
  country: '',
  city: '',
  address: '',
  zipCode: '',
  state: '',
};
const createEmptyWallet = (currency: CurrencyNumber) => ({ currency, balance: 0, promo: 0, least: 500, most: Number.MAX_SAFE_INTEGER });

/** Same size as the loaded content; its text is not visible. */
function FundsSkeleton() {
  const { currency, shell } = usePage();
  return (
    <FormPlaceholder>
      <div className={css.waited}>
        <Balances currencies={shell.currencies.map(([each]) => createEmptyWallet(each))} />
        <DepositForm limit={createEmptyWallet(currency)} profile={nobody} wanted={undefined} />
      </div>
    </FormPlaceholder>
  );
}

/** Query parameters: the deposit to look up after payment, or an amount to prefill. */
function useFundsAddress(): {
  returned: string | undefined;
  wanted: (currency: CurrencyNumber) => number | undefined;
} {
  const { address } = usePage();
  const query = new URL(address, 'http://any').searchParams;
  const deposit = query.get('deposit') ?? '';
  const isAmount = /^\d{1,9}$/.test(deposit);
  const [back, isPlain] = [query.get('back') ?? '', deposit === ''];
  useEffect(() => {
    if (Object.hasOwn(returnPages, back)) setItem(RETURN_KEY, back, getSessionStore);
  }, [back]);
  const onOpen = useEffectEvent(() => {
    if (new URL(address, 'http://any').search === '') setItem(RETURN_KEY, null, getSessionStore);
  });
  useEffect(() => {
    onOpen();
  }, []);
  return {
    returned: isPlain || isAmount ? undefined : deposit,
    wanted: (currency) => (isAmount && query.get('currency') === String(currency) ? Number(deposit) : undefined),
  };
}

/** Balances by currency, the chosen one first and largest. Promotional credit is shown separately. */
function Balances({ currencies }: Pick<Funds, 'currencies'>) {
  const { t } = useLingui();
  const { currency: chosen } = usePage();
  const first = (currency: CurrencyNumber) => Number(currency !== chosen);
  return (
    <ul className={balancesCss.balances} aria-label={t`Balances`}>
      {currencies
        .toSorted((a, b) => first(a.currency) - first(b.currency))
        .map((each) => (
          <Balance key={each.currency} {...each} />
        ))}
    </ul>
  );
}

function Balance({ currency, balance, promo }: Funds['currencies'][number]) {
  const { t } = useLingui();
  const { locale, currency: chosen } = usePage();
  const formatAmount = (amount: number) => showMoney({ amount, currency }, locale);
  const code = getCurrencyCode(currency);
  return (
    <li data-chosen={currency === chosen ? '' : undefined}>
      <span>{currency === chosen ? <Trans>Balance in {code}</Trans> : code}</span>
      <b>{formatAmount(balance)}</b>
      {promo > 0 ? <small>{t`Includes ${formatAmount(promo)} of promotional credit: spent last, never paid out.`}</small> : null}
    </li>
  );
}
