// The current time for countdowns and relative times, updated every 30 seconds.
import { useEffect, useState } from 'react';

const UPDATE_MS = 30_000;

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
