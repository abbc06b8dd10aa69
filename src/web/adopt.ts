// What was typed before React came stays in the fields, but React's state does not know it. This tells it, field by field, by the events that
// typing would have made.
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function adoptTyped(root: ParentNode): void {
  for (const field of root.querySelectorAll<Field>('input, textarea, select')) {
    if (field instanceof HTMLSelectElement) adoptChoice(field);
    else if (field.type === 'checkbox' || field.type === 'radio') adoptTick(field as HTMLInputElement);
    else if (field.value !== field.defaultValue) adoptText(field);
  }
}

function adoptChoice(field: HTMLSelectElement): void {
  const untouched = [...field.options].every((option) => option.selected === option.defaultSelected);
  if (!untouched) field.dispatchEvent(new Event('change', { bubbles: true }));
}

function adoptTick(field: HTMLInputElement): void {
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return;
  field.checked = !field.checked;
  field.click();
}

/** React ignores an input event whose value it has already seen, so it is shown the old one first. */
function adoptText(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = field.value;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
