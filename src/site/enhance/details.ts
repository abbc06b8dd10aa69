// Opens what an address names inside a details element, if the browser does not, and all of them for print.

export function startDetails(): void {
  openNamed();
  addEventListener('hashchange', openNamed);
  let closed: readonly HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')];
    for (const details of closed) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of closed) details.open = false;
  });
}

function openNamed(): void {
  const place = document.getElementById(decodeText(location.hash.slice(1)));
  const details = place?.closest('details');
  if (!details || details.open) return;
  details.open = true;
  place?.scrollIntoView();
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
