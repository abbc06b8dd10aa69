// Shows the price of a service while a visitor chooses: asks the calculator's own page on each change, and
// puts its answer in place. Without this script, the form has a button for it.

import { startEarlyBrief } from './early-brief.ts';
import { loadContent } from './parts.ts';

/** Long enough to type a number of two digits. */
const DEBOUNCE_MS = 250;

/** What differs between two answers: the total, and the notes below the numbers. */
const answered = '#calculator-total, #calculator [id$="-notes"]';

export function startCalculator(): void {
  startEarlyBrief();
  const form = document.querySelector<HTMLFormElement>('#calculator');
  if (!form) return;
  let asking: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    asking?.abort();
    asking = new AbortController();
    const address = new URL(form.action);
    // A checkbox without a tick and an unknown value are left out, as when the form is sent.
    address.search = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])).toString();
    try {
      show(await loadContent(address.pathname + address.search, asking.signal));
    } catch {
      // A newer change has asked, or the visitor is offline: the button asks again.
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), DEBOUNCE_MS);
  });
}

function show(page: Document): void {
  for (const part of document.querySelectorAll(answered)) {
    const next = page.getElementById(part.id);
    if (!next) continue;
    part.className = next.className;
    part.replaceChildren(...next.childNodes);
    const [input, asked] = [part, next].map((each) => each.parentElement?.querySelector('input'));
    if (input && asked && part.id.endsWith('-notes')) {
      input.ariaInvalid = asked.ariaInvalid;
      part.parentElement?.toggleAttribute('data-error', asked.ariaInvalid === 'true');
    }
  }
}
