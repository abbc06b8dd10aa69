// Funds page: balances, deposit form and statement; also the page to which the payment provider returns.
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Profile } from '#modules/accounts/shapes.ts';
import type { Funds } from '#modules/wallet/shapes.ts';
import { call } from '#ui/api/client.ts';
import { loadProfile } from '#ui/api/profile.ts';
import { sessionStore, setItem } from '#ui/browser/storage.ts';
import { LazyPart } from '#ui/display/lazy.tsx';
import { usePage } from '#ui/page/context.ts';
import { useQuery } from '../../api/use-query.ts';
import { ClientArea, FormPlaceholder, QueryState } from '../../layout/client-area/client-area.tsx';
import { UnansweredPlace } from '../../shared/pending-requests-slot.tsx';
import { Balances } from './balances.tsx';
import { DepositForm } from './deposit/deposit-form.tsx';
import { RETURN_KEY, returnPages } from './deposit/deposit-request.ts';
import css from './funds-page.module.css';
import { StatementPart, statementParts } from './statement/statement.tsx';

const loadLive = () => import('./live-balances.tsx').then(({ FundsLive }) => FundsLive);
const loadReturned = () => import('./deposit/payment-return.tsx').then(({ DepositReturn }) => DepositReturn);

type FundsData = { readonly funds: Funds; readonly profile: Profile };

function FundsPage() {
  const { currency } = usePage();
  const { returned, wanted } = useFundsAddress();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when the currency changes.
  const load = useCallback(
    async (signal: AbortSignal): Promise<FundsData> => {
      const [funds, profile] = await Promise.all([call('GET /api/balance/funds', undefined, { signal }), loadProfile()]);
      return { funds, profile };
    },
    [currency],
  );
  const known = useQuery(load);
  const { again, change } = known;
  const settled = useCallback(() => {
    again();
    setTurn((count) => count + 1);
  }, [again]);
  const take = useCallback(
    (funds: Funds) => {
      change((now) => ({ ...now, funds }));
      setTurn((count) => count + 1);
    },
    [change],
  );
  return (
    <ClientArea title={<Trans>Funds</Trans>}>
      <UnansweredPlace kind="deposit" />
      {returned === undefined ? null : (
        <div className={css.returned}>
          <LazyPart key={returned} load={loadReturned} props={{ id: returned, settled }} failed={() => undefined} />
        </div>
      )}
      <QueryState wide of={known} waiting={<FundsSkeleton />}>
        {({ funds, profile }) => (
          <>
            <Balances of={funds} />
            {funds.currencies.map((limit) =>
              limit.currency === currency ? <DepositForm key={currency} {...{ limit, profile }} wanted={wanted(currency)} /> : null,
            )}
          </>
        )}
      </QueryState>
      <StatementPart key={currency} turn={turn} />
      {known.data ? (
        <LazyPart
          load={loadLive}
          props={{ funds: known.data.funds, take, parts: statementParts, isSaid: returned !== undefined }}
          failed={() => undefined}
        />
      ) : null}
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
const nothing = (currency: CurrencyNumber) => ({ currency, balance: 0, promo: 0, least: 500, most: Number.MAX_SAFE_INTEGER });

/** Same size as the loaded content; its text is not visible. */
function FundsSkeleton() {
  const { currency, shell } = usePage();
  return (
    <FormPlaceholder>
      <div className={css.waited}>
        <Balances of={{ currencies: shell.currencies.map(([each]) => nothing(each)) }} />
        <DepositForm limit={nothing(currency)} profile={nobody} wanted={undefined} />
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
    if (Object.hasOwn(returnPages, back)) setItem(RETURN_KEY, back, sessionStore);
  }, [back]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, only if the page was opened without a deposit.
  useEffect(() => {
    if (new URL(address, 'http://any').search === '') setItem(RETURN_KEY, null, sessionStore);
  }, []);
  return {
    returned: isPlain || isAmount ? undefined : deposit,
    wanted: (currency) => (isAmount && query.get('currency') === String(currency) ? Number(deposit) : undefined),
  };
}

export { FundsPage as Screen };
