// Where somebody is at the desk: the address alone says it, filters and all, so that a view can be kept as a bookmark and sent to somebody.
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';

const MOVED = 'desk:moved';

const subscribe = (changed: () => void): (() => void) => {
  for (const name of ['popstate', MOVED]) addEventListener(name, changed);
  return () => {
    for (const name of ['popstate', MOVED]) removeEventListener(name, changed);
  };
};

export const usePlace = (): URL => new URL(useSyncExternalStore(subscribe, () => location.href));

export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  dispatchEvent(new Event(MOVED));
}

/** The address of here with some of its query changed; what is empty goes. */
export function withQuery(changes: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}

/** Told of an address that somebody points at, or has come to by keyboard: they may go there next. */
export const pointedAt = new Set<(url: URL) => void>();
/** Who only passes over it goes elsewhere. */
const REST_MS = 40;
let resting: ReturnType<typeof setTimeout> | undefined;

function point({ currentTarget }: { readonly currentTarget: HTMLAnchorElement }): void {
  clearTimeout(resting);
  const url = new URL(currentTarget.href);
  resting = setTimeout(() => {
    for (const told of pointedAt) told(url);
  }, REST_MS);
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };

export function Link({ href, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={point}
      onPointerLeave={() => clearTimeout(resting)}
      onFocus={point}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        go(href);
      }}
    />
  );
}

/** Whoever wants another tab gets one. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
