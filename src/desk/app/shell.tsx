// The rail with everything that this operator may see, and the page that is open.
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Act } from '../../modules/desk/staff/shapes-roles.ts';
import type { Counts } from '../../modules/desk/work/shapes-counts.ts';
import { Find } from '../features/search/search-palette.tsx';
import { FirstHourBanner } from '../features/setup/setup-banner.tsx';
import { ask } from '../shared/api/client.ts';
import { useLive } from '../shared/api/live.ts';
import { useMay, useMe } from '../shared/api/me.ts';
import { forgetAll, useAsked } from '../shared/api/query-cache.ts';
import { go, Link, pointedAt, usePlace } from '../shared/browser/location.tsx';
import { useKeptFocus } from '../shared/browser/use-kept-focus.ts';
import { Notice } from '../shared/layout/notice.tsx';
import type { PageProps } from '../shared/props.ts';
import { type DeskPage, matchDesk, pages, prepare } from './pages.ts';
import styles from './shell.module.css';

const parts = ['work', 'shop', 'house'] as const;
const partNames = { work: 'Work', shop: 'Shop', house: 'House' } as const;

export function Shell() {
  useLive();
  useKeptFocus();
  const { acts } = useMe();
  const { pathname } = usePlace();
  const first = pages.find(({ rail, act }) => rail && acts.includes(act));
  useEffect(() => {
    if (pathname === '/' && first) go(first.path, { replace: true });
  }, [pathname, first]);
  useEffect(() => loadSoon(acts), [acts]);
  useEffect(() => {
    pointedAt.add(prepare);
    return () => void pointedAt.delete(prepare);
  }, []);
  const found = matchDesk(pathname);
  return (
    <div className={styles.shell}>
      <a className="skip" href="#work">
        To the page
      </a>
      <Rail here={found?.page.path ?? ''} />
      {found ? (
        <Open key={found.page.path} page={found.page} id={found.id} isFirst={found.page === first} />
      ) : pathname === '/' ? (
        <main />
      ) : (
        <Notice title="Page not found" text={pathname} />
      )}
    </div>
  );
}

function Rail({ here }: { readonly here: string }) {
  const me = useMe();
  const open = useRef<HTMLDetailsElement>(null);
  const leave = async () => {
    await ask('POST /api/log-out').catch(() => undefined);
    forgetAll();
    location.assign('/');
  };
  const counts = useCounts(here);
  const close = () => open.current?.removeAttribute('open');
  const menus = parts.map((part) => (
    <nav key={part} aria-label={partNames[part]}>
      {pages
        .filter(({ rail, act }) => rail === part && me.acts.includes(act))
        .map(({ path, title, waits }) => (
          <Link key={path} href={path} aria-current={isIn(here, path) ? 'page' : undefined} onClick={close}>
            {title}
            {waits ? <Waiting count={counts?.[waits.count] ?? 0} what={waits.what} /> : null}
          </Link>
        ))}
    </nav>
  ));
  const own = (
    <p className={styles.me}>
      {me.name} <span className="soft">{me.role}</span>
      <button type="button" onClick={() => void leave()}>
        Log out
      </button>
    </p>
  );
  return (
    <aside className={styles.rail}>
      <Link className={styles.mark} href="/">
        {me.brand} <span className="soft">desk</span>
      </Link>
      <Find />
      <div className={styles.menus}>{menus}</div>
      <details ref={open} className={styles.folded}>
        <summary>Menu</summary>
        <div>
          {menus}
          {own}
        </div>
      </details>
      {own}
    </aside>
  );
}

const COUNTED_AGAIN_MS = 60_000;

/** News tell when something has come; what grows late does so by itself. No page says something else than the figure beside its name. */
function useCounts(here: string): Counts | undefined {
  const { data, again } = useAsked('GET /api/counts');
  const counted = useRef(here);
  useEffect(() => {
    if (counted.current === here) return;
    counted.current = here;
    void again();
  }, [here, again]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void again();
    }, COUNTED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [again]);
  return data;
}

const MOST_SHOWN = 99;

const Waiting = ({ count, what }: { readonly count: number; readonly what: string }) =>
  count === 0 ? null : (
    <span className={styles.count}>
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      <span className="unseen"> {what}</span>
    </span>
  );

/** A piece belongs to the queue, an order to the orders. */
const isIn = (here: string, path: string): boolean => here === path || here.startsWith(`${path}/`);

const QUIET_MS = 1_500;

/** Once the first page stands, the code of the others comes too, so that no click waits for it. What fails is fetched when it is wanted. */
function loadSoon(acts: readonly Act[]): () => void {
  const timer = setTimeout(() => {
    for (const page of pages)
      if (acts.includes(page.act) && !loaded.has(page))
        page.load().then(
          ({ Page }) => loaded.set(page, Page),
          () => undefined,
        );
  }, QUIET_MS);
  return () => clearTimeout(timer);
}

const loaded = new Map<DeskPage, ComponentType<PageProps>>();

function Open({ page, id, isFirst }: { readonly page: DeskPage; readonly id: string; readonly isFirst: boolean }) {
  const maySetUp = useMay('shop.set-up');
  const may = useMay(page.act as Act);
  const [View, setView] = useState<ComponentType<PageProps> | undefined>(() => loaded.get(page));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    document.title = `${page.title} — Desk`;
    if (loaded.has(page)) return;
    page.load().then(
      (module) => {
        loaded.set(page, module.Page);
        setView(() => module.Page);
      },
      () => setFailed(true),
    );
  }, [page]);
  const work = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, another place to read from.
  useEffect(() => work.current?.focus(), [page]);
  if (!may) return <Notice title="Not for your role" text="An owner can change what you may do." />;
  if (failed)
    return <Notice title="The page could not be loaded" text="A new version may have come meanwhile." onAgain={() => location.reload()} />;
  return (
    <main id="work" className={styles.work} tabIndex={-1} ref={work}>
      {isFirst && maySetUp ? <FirstHourBanner /> : null}
      {View ? <View id={id} /> : <h1>{page.title}</h1>}
    </main>
  );
}
