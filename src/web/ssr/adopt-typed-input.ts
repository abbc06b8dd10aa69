// Input typed before hydration is in the DOM but not in React's state. This dispatches the events that typing
// would have caused. Values are read before hydration, which resets textareas, and again before the first
// event, because handling it lets React reset all other fields.
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Notes = ReadonlyMap<Field, () => void>;

export function noteTyped(root: ParentNode): Notes {
  const notes = new Map<Field, () => void>();
  for (const field of root.querySelectorAll<Field>('input, textarea, select')) {
    const note = noteOf(field);
    if (note) notes.set(field, note);
  }
  return notes;
}

export function adoptTyped(root: ParentNode, before: Notes): void {
  // Newer input wins.
  const all = new Map([...before, ...noteTyped(root)]);
  for (const [field, note] of all) if (field.isConnected) note();
}

/** Function that replays the input of a field; undefined if nothing was typed. */
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
    // The click sets the wanted state, and React handles clicks.
    field.checked = !checked;
    field.click();
  };
}

function noteText(field: HTMLInputElement | HTMLTextAreaElement): (() => void) | undefined {
  const typed = field.value;
  if (typed === field.defaultValue) return undefined;
  return () => {
    // React ignores an input event with a known value, so the old value is set first.
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}
