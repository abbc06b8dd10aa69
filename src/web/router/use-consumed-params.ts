// Reads query parameters of a mailed link and removes them from the address, so that they are in no history,
// screenshot or bookmark.
import { useEffect, useState } from 'react';
import { pathOf } from '#lib/url-path.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { usePage } from './page/context.ts';

/** Undefined until hydration; '' for a missing parameter. */
export function useConsumedParams<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, string>> | undefined {
  const { address, setQuery } = usePage();
  const isHydrated = useHydrated();
  // The address that the page was opened with.
  const [first] = useState(address);
  useEffect(() => {
    setQuery(pathOf(first), { replace: true });
  }, [first, setQuery]);
  if (!isHydrated) return undefined;
  const search = new URL(first, location.origin).searchParams;
  return Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>;
}
