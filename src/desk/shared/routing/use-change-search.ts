// Changes a part of the address's query and stays on the page.
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';

/** What is undefined or empty goes. `replace`: without an entry in the history, as for every key of a search. */
type ChangeSearch = (changes: Readonly<Record<string, string | undefined>>, options?: { readonly replace?: boolean }) => void;

export function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate();
  return (changes, { replace = true } = {}) => {
    // The page that is open checks the query by its own rules.
    const to = { to: '.', search: (before: object) => ({ ...before, ...changes }), replace, resetScroll: false };
    void navigate(to as NavigateOptions);
  };
}
