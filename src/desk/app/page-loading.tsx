// Shown while the code of a page is loaded.
import { useMatches } from '@tanstack/react-router';
import { type PagePath, pages } from './pages.ts';

export function PageLoading() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  return <h1>{pages[path as PagePath]?.title}</h1>;
}
