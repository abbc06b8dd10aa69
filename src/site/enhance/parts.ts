// Parts of a page that are on another page of the shop, which the server renders.
import { loadPictures } from '#ui/browser/load-pictures.ts';

/** Only the content: the Content-Security-Policy of this page allows no style of another. */
export async function loadContent(address: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetch(address, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const html = await response.text();
  return new DOMParser().parseFromString(html.slice(html.indexOf('<main'), html.indexOf('</main>')), 'text/html');
}

/** Completes what a visitor opens: `data-from` is the address of the complete part. */
export function startParts(): void {
  document.addEventListener('click', ({ target }) => {
    const details = target instanceof Element ? target.closest('main summary')?.parentElement : null;
    // What cannot be loaded stays as it is: a link to it, or a quotation of it.
    for (const part of details?.querySelectorAll<HTMLElement>('[data-from]') ?? []) completePart(part).catch(() => undefined);
  });
}

async function completePart(part: HTMLElement): Promise<void> {
  const { from = '' } = part.dataset;
  delete part.dataset.from;
  const [address = '', id = ''] = from.split('#');
  const complete = (await loadContent(address)).getElementById(id);
  if (!complete) return;
  part.replaceChildren(...complete.childNodes);
  loadPictures(part);
}
