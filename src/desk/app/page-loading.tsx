// Shown while the code of a page is loaded.
import { useMatches } from '@tanstack/react-router';
import { deskPages, type PagePath } from './pages.ts';

export function PageLoading() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  return <h1>{deskPages[path as PagePath]?.title}</h1>;
}
