// What a mailed link carries is taken out of the address bar at once, so that it stands in no history, no picture of the screen and no bookmark.
import { useEffect, useState } from 'react';
import { pathOf } from '../../lib/url-path.ts';
import { usePage } from './page-context.ts';

/** Undefined until the page is alive; '' for what the link does not say. */
export function useConsumedParams<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, string>> | undefined {
  const { address, setQuery } = usePage();
  const [taken, setTaken] = useState<Readonly<Record<Name, string>>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the address that the page was opened with.
  useEffect(() => {
    const search = new URL(address, location.origin).searchParams;
    setTaken(Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>);
    setQuery(pathOf(address), { replace: true });
  }, []);
  return taken;
}
