// Reads query parameters of a mailed link and removes them from the address, so that they are in no history, screenshot or bookmark.
import { useEffect, useState } from 'react';
import { pathOf } from '../../lib/url-path.ts';
import { usePage } from './page/context.ts';

/** Undefined until hydration; '' for a missing parameter. */
export function useConsumedParams<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, string>> | undefined {
  const { address, setQuery } = usePage();
  const [params, setParams] = useState<Readonly<Record<Name, string>>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the address that the page was opened with.
  useEffect(() => {
    const search = new URL(address, location.origin).searchParams;
    setParams(Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>);
    setQuery(pathOf(address), { replace: true });
  }, []);
  return params;
}
