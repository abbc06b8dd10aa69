// Changes search parameters of the open page.
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';

/** Undefined or empty removes a parameter. `replace`: no history entry, as for each key of a search. */
type ChangeSearch = (changes: Readonly<Record<string, string | undefined>>, options?: { readonly replace?: boolean }) => void;

export function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate();
  return (changes, { replace = true } = {}) => {
    // The open page validates its parameters.
    const to = { to: '.', search: (before: object) => ({ ...before, ...changes }), replace, resetScroll: false };
    void navigate(to as NavigateOptions);
  };
}
