// Shows how long to wait before trying again.
import { Plural } from '@lingui/react/macro';

const MINUTE_SECONDS = 60;

export function RetryAfter({ seconds }: { seconds: number }) {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE_SECONDS));
  return <Plural value={minutes} one="Try again in # minute." other="Try again in # minutes." />;
}
