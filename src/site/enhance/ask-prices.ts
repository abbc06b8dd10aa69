// The calls of the contract for a change of currency. They may end after the page is left.
import { call } from '#ui/api/client.ts';
import { getAccessToken } from '#ui/api/session.ts';

export function askPrices(currency: number): void {
  const ignore = () => undefined;
  call('POST /api/prices', { currency }, { keepalive: true }).catch(ignore);
  if (getAccessToken() !== undefined) call('POST /api/balance', { currency }, { keepalive: true }).catch(ignore);
}
