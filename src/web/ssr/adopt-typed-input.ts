// What was typed before React came stays in the fields, but React's state does not know it. This tells it, field by field, by the events that
// typing would have made. All is noted down before React comes, because it puts a textarea back to what the server wrote, and again before the
// first field is told of, because telling of one lets React put every other one back to what it knows.
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Notes = ReadonlyMap<Field, () => void>;

export function noteTyped(root: ParentNode): Notes {
  const notes = new Map<Field, () => void>();
  for (const field of root.querySelectorAll<Field>('input, textarea, select')) {
    const tell = noteOf(field);
    if (tell) notes.set(field, tell);
  }
  return notes;
}

export function adoptTyped(root: ParentNode, before: Notes): void {
  // What was typed since wins.
  const all = new Map([...before, ...noteTyped(root)]);
  for (const [field, tell] of all) if (field.isConnected) tell();
}

/** How to tell of this field; nothing where nothing was typed. */
function noteOf(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) return noteChoice(field);
  return field.type === 'checkbox' || field.type === 'radio' ? noteTick(field as HTMLInputElement) : noteText(field);
}

function noteChoice(field: HTMLSelectElement): (() => void) | undefined {
  const options = [...field.options];
  if (options.every((option) => option.selected === option.defaultSelected)) return undefined;
  const chosen = options.map((option) => option.selected);
  return () => {
    for (const [index, option] of options.entries()) option.selected = chosen[index] ?? false;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
}

function noteTick(field: HTMLInputElement): (() => void) | undefined {
  const { checked } = field;
  if (checked === field.defaultChecked || (field.type === 'radio' && !checked)) return undefined;
  return () => {
    // A click turns it to what was wished for, and React hears clicks.
    field.checked = !checked;
    field.click();
  };
}

function noteText(field: HTMLInputElement | HTMLTextAreaElement): (() => void) | undefined {
  const typed = field.value;
  if (typed === field.defaultValue) return undefined;
  return () => {
    // React ignores an input event whose value it has already seen, so it is shown the old one first.
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}
