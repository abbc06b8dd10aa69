// Counts the characters of a long field when it is nearly full, and says how many are left.

/** From this part of the limit on, the count is shown. */
const NEAR_LIMIT_SHARE = 0.8;
/** At each of these, the characters left are announced. */
const ANNOUNCED_CHARS_LEFT = [200, 100, 50, 20, 10, 0];

export function startCounters(form: HTMLFormElement): void {
  for (const meter of form.querySelectorAll<HTMLElement>('[data-most]')) {
    const field = form.querySelector<HTMLTextAreaElement>(`[aria-describedby~="${CSS.escape(meter.id)}"]`);
    const aloud = field?.nextElementSibling;
    if (!field || !(aloud instanceof HTMLElement)) continue;
    const show = () => count(field.value.length, Number(meter.dataset.most), { meter, aloud });
    field.addEventListener('input', show);
    show();
  }
}

function count(length: number, most: number, { meter, aloud }: { meter: HTMLElement; aloud: HTMLElement }): void {
  const left = most - length;
  const step = ANNOUNCED_CHARS_LEFT.findLast((each) => left <= each);
  const { left: leftText = '', over = '' } = aloud.dataset;
  const shown = length.toLocaleString(document.documentElement.lang);
  meter.textContent = length > NEAR_LIMIT_SHARE * most ? (meter.dataset.shown ?? '').replace('#', shown) : '';
  meter.toggleAttribute('data-over', left < 0);
  aloud.textContent = step === undefined ? '' : left < 0 ? over.replace('#', String(-left)) : leftText.replace('#', String(step));
}
