// Messages of the storefront, in the elements that the server rendered at the bottom of the window
// (src/site/frame/messages.tsx). Success is a toast. Errors are never shown as toasts: they stay beside what
// failed, and a page that could not be loaded has a message of its own.

const SHOWN_MS = 7_000;
/** Toasts with an action stay longer, so that there is time to use it. */
const SHOWN_WITH_ACT_MS = 30_000;
const MAX_TOASTS = 3;

/** `act`: one action. Without a label it undoes something. */
type Toast = { readonly text: string; readonly act?: { readonly label?: string; readonly run: () => void } };

/** The live region is in the document before its text changes, or screen readers do not announce it. */
export function showToast({ text, act }: Toast): void {
  const region = document.getElementById('toasts');
  const toast = copyTemplate('toast')?.firstElementChild;
  if (!region || !toast) return;
  const [words, button, close] = toast.children;
  if (words) words.textContent = text;
  if (button && act?.label) button.textContent = act.label;
  button?.addEventListener('click', () => {
    toast.remove();
    act?.run();
  });
  if (!act) button?.remove();
  close?.addEventListener('click', () => toast.remove());
  closeLater(toast, act ? SHOWN_WITH_ACT_MS : SHOWN_MS);
  region.append(toast);
  while (region.childElementCount > MAX_TOASTS) region.firstElementChild?.remove();
}

/** Closes by itself, but not while it is hovered or focused. */
function closeLater(toast: Element, delay: number): void {
  let timer: ReturnType<typeof setTimeout>;
  const pause = () => clearTimeout(timer);
  const resume = () => {
    pause();
    timer = setTimeout(() => toast.remove(), delay);
  };
  for (const event of ['pointerenter', 'focusin']) toast.addEventListener(event, pause);
  for (const event of ['pointerleave', 'focusout']) toast.addEventListener(event, resume);
  resume();
}

/**
 * A page could not be loaded. It is tried again at a press, or when the connection is back; the latest wins.
 */
export function showFailure(tryAgain: () => void): void {
  hideFailure();
  const notice = copyTemplate('not-loaded');
  if (!notice) return;
  retry = () => {
    hideFailure();
    tryAgain();
  };
  addEventListener('online', retry);
  notice.querySelector('button')?.addEventListener('click', retry);
  document.getElementById('failure')?.replaceChildren(notice);
}

export function hideFailure(): void {
  removeEventListener('online', retry);
  document.getElementById('failure')?.replaceChildren();
}

let retry = (): void => undefined;

export function copyTemplate(id: string): DocumentFragment | undefined {
  const copy = document.querySelector<HTMLTemplateElement>(`template#${id}`)?.content.cloneNode(true);
  return copy instanceof DocumentFragment ? copy : undefined;
}
