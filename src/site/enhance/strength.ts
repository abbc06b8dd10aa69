// Says how strong a new password is. Advice only: the server rejects common ones.
import { measureStrength } from '#ui/forms/password-strength.ts';

export function startStrength(form: HTMLFormElement): void {
  const field = form.elements.namedItem('password');
  const place = form.querySelector<HTMLElement>('[data-strength]');
  if (!(field instanceof HTMLInputElement) || !place) return;
  const words = JSON.parse(place.dataset.strength ?? '') as Record<ReturnType<typeof measureStrength>, string>;
  const own = () => ['firstName', 'lastName', 'email'].map((name) => String(new FormData(form).get(name) ?? ''));
  const show = () => {
    place.textContent = field.value ? words[measureStrength(field.value, own())] : '';
  };
  form.addEventListener('input', show);
  show();
}
