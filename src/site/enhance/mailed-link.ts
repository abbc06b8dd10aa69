// The code of a mailed link leaves the address at once, so that it is in no history, screenshot or bookmark.
// Loading the page again, in another language, needs it once more.

let hidden = '';

export function hideMailedQuery(): void {
  if (document.getElementById('root')?.dataset.mailed === undefined || !location.search) return;
  hidden = location.search;
  history.replaceState(history.state, '', location.pathname + location.hash);
}

export const getMailedQuery = (): string => hidden;
