// A page with every feature of React that the storefront uses. A test bundles it with all of React and with
// the pages' React, and compares both.
import {
  Component,
  cloneElement,
  createContext,
  Fragment,
  memo,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** Effects, events and errors, in their order. */
export const log: string[] = [];

const listeners = new Set<() => void>();
let stored = 0;
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export function store(value: number): void {
  stored = value;
  for (const listener of listeners) listener();
}

const Depth = createContext(0);

class Boundary extends Component<{ readonly children: ReactNode }, { readonly message?: string }> {
  override state: { readonly message?: string } = {};
  static getDerivedStateFromError(cause: Error) {
    return { message: cause.message };
  }
  override componentDidCatch(cause: Error) {
    log.push(`caught ${cause.message}`);
  }
  override componentDidUpdate() {
    log.push('boundary updated');
  }
  override render() {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <button type="button" data-act="recover" onClick={() => this.setState({ message: undefined as never })}>
        {message}
      </button>
    );
  }
}

const Row = memo(({ name, remove }: { readonly name: number; readonly remove: (name: number) => void }) => {
  const id = useId();
  const depth = use(Depth);
  const [open, toggle] = useReducer((before: boolean) => !before, false);
  useEffect(() => {
    log.push(`row ${name} is there`);
    return () => void log.push(`row ${name} is gone`);
  }, [name]);
  return (
    <li id={id} data-depth={depth} className={open ? 'open' : undefined} style={{ order: name, opacity: open ? 1 : 0.5 }}>
      <button type="button" data-act={`toggle-${name % 3}`} onClick={toggle}>
        {name}
      </button>
      <button type="button" data-act={`remove-${name % 3}`} onClick={() => remove(name)} disabled={open}>
        <svg viewBox="0 0 8 8" aria-hidden="true">
          <path d={`M0 0h${name}`} />
        </svg>
      </button>
    </li>
  );
});

function Throws({ when }: { readonly when: number }) {
  const [count, setCount] = useState(0);
  if (count === when) throw new Error(`thrown at ${count}`);
  return (
    <button type="button" data-act="throw" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}

function Form() {
  const [values, setValues] = useState({ text: '', note: 'n', tick: false, kind: 'a', choice: '1' });
  const set = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    log.push(`form ${field.current?.value}`);
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        log.push(`sent ${JSON.stringify(values)}`);
      }}
      onFocus={() => log.push('focus')}
      onBlur={() => log.push('blur')}
      onClickCapture={() => log.push('captured')}
    >
      <input ref={field} name="text" value={values.text} onChange={(event) => set({ text: event.target.value })} />
      <textarea name="note" value={values.note} onChange={(event) => set({ note: event.target.value })} />
      <input type="checkbox" name="tick" checked={values.tick} onChange={(event) => set({ tick: event.target.checked })} />
      <input type="radio" name="kind" value="a" checked={values.kind === 'a'} onChange={() => set({ kind: 'a' })} />
      <input type="radio" name="kind" value="b" checked={values.kind === 'b'} onChange={() => set({ kind: 'b' })} />
      <select name="choice" value={values.choice} onChange={(event) => set({ choice: event.target.value })}>
        <option value="1">One</option>
        <option value="2">Two</option>
      </select>
      <input name="free" defaultValue="as it was" />
      <button type="submit">Send</button>
    </form>
  );
}

/** Slower than the count beside it. */
const Slow = memo(({ value }: { readonly value: number }) => <output data-slow="">{value}</output>);

function Page() {
  const [names, setNames] = useState([1, 2, 3]);
  const [next, setNext] = useState(4);
  const [count, setCount] = useState(0);
  const [isApart, setIsApart] = useState(false);
  const later = useDeferredValue(count);
  const outside = useSyncExternalStore(
    subscribe,
    () => stored,
    () => 0,
  );
  const remove = useCallback((name: number) => setNames((before) => before.filter((each) => each !== name)), []);
  const sum = useMemo(() => names.reduce((all, name) => all + name, 0), [names]);
  const add = () => {
    setNames([...names, next]);
    setNext(next + 1);
  };
  return (
    <Depth value={count % 2}>
      <ul>
        {names.map((name) => (
          <Row key={name} name={name} remove={remove} />
        ))}
      </ul>
      <p data-sum={sum} data-outside={outside} hidden={sum % 2 === 0}>
        {`${sum} `}
        <b>of</b>
        {count}
      </p>
      <button type="button" data-act="add" onClick={add} onMouseEnter={() => log.push('entered')}>
        Add
      </button>
      <button type="button" data-act="turn" onClick={() => setNames(names.toReversed())}>
        Turn
      </button>
      <button type="button" data-act="count" onClick={() => setCount((before) => before + 1)}>
        {count}
      </button>
      <button type="button" data-act="later" onClick={() => startTransition(() => setCount((before) => before + 2))}>
        Later
      </button>
      <button type="button" data-act="apart" onClick={() => setIsApart(!isApart)}>
        Apart
      </button>
      <Slow value={later} />
      {isApart
        ? createPortal(
            <button type="button" data-act="portal" onClick={() => log.push('portal')}>
              Apart
            </button>,
            document.body,
          )
        : null}
      {cloneElement(<b title="before">bold</b>, { title: `after ${count}` })}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a part of the test. */}
      <div dangerouslySetInnerHTML={{ __html: `<i>${count % 3}</i>` }} />
      {[<Fragment key="one">{count > 2 ? <em>many</em> : null}</Fragment>, count > 4 ? <s key="two">more</s> : false]}
      <Boundary key={count % 4}>
        <Throws when={3} />
      </Boundary>
      <Form />
    </Depth>
  );
}

const note = (kind: string) => (cause: unknown) => log.push(`${kind} ${(cause as Error).message}`);
const errors = { onRecoverableError: note('recovered'), onCaughtError: note('caught'), onUncaughtError: note('uncaught') };

/** `html`: what a server has sent, to hydrate. */
export function show(html?: string): () => void {
  const place = document.getElementById('root') as HTMLElement;
  if (html === undefined) {
    const root = createRoot(place, errors);
    root.render(<Page />);
    return () => root.unmount();
  }
  place.innerHTML = html;
  let unmount = (): void => undefined;
  startTransition(() => {
    const root = hydrateRoot(place, <Page />, errors);
    unmount = () => root.unmount();
  });
  return () => unmount();
}
