// The frame of the desk: navigation by role, counters, and the open page.

import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Counts } from '#modules/search/shapes.ts';
import type { Permission } from '#modules/staff/shapes-roles.ts';
import fold from '#ui/styles/fold.module.css';
import { MentionBanner } from '../features/notices/mention-banner.tsx';
import { SearchPalette } from '../features/search/search-palette.tsx';
import setup from '../features/setup/setup-banner.module.css';
import { callDesk } from '../shared/api/client.ts';
import { useLive } from '../shared/api/live.ts';
import { useMay, useMe } from '../shared/api/me.ts';
import { deskQuery, queryClient } from '../shared/api/queries.ts';
import { setDensity, useDensity } from '../shared/browser/density.ts';
import { useKeptFocus } from '../shared/browser/use-kept-focus.ts';
import { useKeys } from '../shared/browser/use-keys.ts';
import { forgetFormDrafts } from '../shared/forms/form-drafts.ts';
import { DeskDialog } from '../shared/layout/desk-dialog.tsx';
import { Notice } from '../shared/layout/notice.tsx';
import { FactList } from '../shared/layout/panel.tsx';
import { type DeskPage, deskPages, type PagePath, pageList } from './pages.ts';
import styles from './shell.module.css';
import shortcuts from './shortcuts.module.css';

const menuNames = { work: 'Work', shop: 'Shop', business: 'Business' } as const;
const menuKeys = ['work', 'shop', 'business'] as const;

export function Shell() {
  useLive();
  useKeptFocus();
  useCodePreload();
  const { acts } = useMe();
  const navigate = useNavigate();
  const { path, pathname } = useRouterState({
    select: ({ resolvedLocation, location, matches }) => ({
      path: matches.at(-1)?.routeId as PagePath,
      pathname: (resolvedLocation ?? location).pathname,
    }),
    structuralSharing: true,
  });
  const first = pageList.find(({ menu, act }) => menu && acts.includes(act))?.path;
  useEffect(() => {
    if (pathname === '/' && first) void navigate({ to: first, replace: true });
  }, [pathname, first, navigate]);
  const page: DeskPage | undefined = deskPages[path];
  return (
    <div className={styles.shell}>
      <a className="skip" href="#work">
        Skip to content
      </a>
      <Rail path={path} />
      {page ? (
        <OpenPage key={path} page={page} isFirst={path === first} />
      ) : pathname === '/' ? (
        <main />
      ) : (
        <Notice title="Page not found" text={pathname} />
      )}
    </div>
  );
}

function Rail({ path }: { readonly path: string }) {
  const me = useMe();
  const open = useRef<HTMLDetailsElement>(null);
  const leave = async () => {
    await callDesk('POST /api/log-out').catch(() => undefined);
    queryClient.clear();
    forgetFormDrafts();
    location.assign('/');
  };
  const counts = useCounts(path);
  const close = () => open.current?.removeAttribute('open');
  const menus = menuKeys.map((key) => (
    <nav key={key} aria-label={menuNames[key]}>
      {pageList
        .filter(({ menu, act }) => menu === key && me.acts.includes(act))
        .map(({ path, title, waits }) => (
          <Link key={path} to={path} activeOptions={{ includeSearch: false }} onClick={close}>
            {title}
            {waits ? <WaitingCount count={counts?.[waits.count] ?? 0} what={waits.what} /> : null}
          </Link>
        ))}
    </nav>
  ));
  const isCompact = useDensity() === 'compact';
  const own = (
    <p className={styles.me}>
      <span className={styles.name}>
        {me.name} <span className="soft">{me.roleName}</span>
      </span>
      {me.acts.includes(deskPages['/account'].act) ? (
        <Link to="/account" activeProps={{ className: styles.current }} onClick={close}>
          {deskPages['/account'].title}
        </Link>
      ) : null}
      <button type="button" aria-pressed={isCompact} onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}>
        Compact view
      </button>
      <button type="button" onClick={() => void leave()}>
        Log out
      </button>
    </p>
  );
  return (
    <aside className={styles.rail}>
      <Link className={styles.mark} to="/" activeProps={{ 'aria-current': undefined }}>
        {me.brand} <span className="soft">desk</span>
      </Link>
      <details ref={open} className={`${styles.folded} ${fold.fold}`}>
        <summary>Menu</summary>
        <div>
          {menus}
          {own}
        </div>
      </details>
      <SearchPalette />
      <div className={styles.menus}>{menus}</div>
      <div className={styles.foot}>
        <Shortcuts />
        {own}
      </div>
    </aside>
  );
}

const COUNTS_REFETCH_MS = 60_000;

/**
 * Live updates cover changes; overdue counts change with time, so they are polled. The page and its counter
 * share one query.
 */
function useCounts(path: string): Counts | undefined {
  const { data, refetch } = useQuery({ ...deskQuery('GET /api/counts'), refetchInterval: COUNTS_REFETCH_MS });
  const countedAt = useRef(path);
  useEffect(() => {
    if (countedAt.current === path) return;
    countedAt.current = path;
    void refetch();
  }, [path, refetch]);
  return data;
}

const MAX_SHOWN = 99;

const WaitingCount = ({ count, what }: { readonly count: number; readonly what: string }) =>
  count === 0 ? null : (
    <span className={styles.count}>
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      <span className="unseen"> {what}</span>
    </span>
  );

const PRELOAD_MS = 1_500;

/** After the first page is shown, preload the code of the others. */
function useCodePreload(): void {
  const { acts } = useMe();
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failed preload is repeated when the page is opened.
      for (const { path, act } of pageList) if (acts.includes(act)) router.loadRouteChunk(router.routesById[path])?.catch(() => undefined);
    }, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [acts, router]);
}

function OpenPage({ page, isFirst }: { readonly page: DeskPage; readonly isFirst: boolean }) {
  const maySetUp = useMay('shop.set-up');
  const maySeeQueue = useMay('queue.see');
  const may = useMay(page.act as Permission);
  const work = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${page.title} — Desk`;
  }, [page]);
  usePageFocus(work);
  if (!may) return <Notice title="Not available to your role" text="An owner can change your role." />;
  return (
    <main id="work" className={styles.work} tabIndex={-1} ref={work}>
      {isFirst && maySetUp ? <SetupBanner /> : null}
      {maySeeQueue ? <MentionBanner /> : null}
      <Outlet />
    </main>
  );
}

/** History entry key → address of the link that was followed there. */
const followedLinks = new Map<string, string>();

/** Moves the focus to a newly opened page; on the way back, to the link that was followed. */
function usePageFocus(page: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const href = followedLinks.get(router.state.location.state.__TSR_key ?? '');
    const link = href ? [...(page.current?.querySelectorAll('a') ?? [])].find((each) => each.getAttribute('href') === href) : undefined;
    if (link) link.focus({ preventScroll: true });
    else page.current?.focus();
    return router.subscribe('onBeforeLoad', ({ fromLocation }) => {
      const link = document.activeElement?.getAttribute('href');
      const key = fromLocation?.state.__TSR_key;
      if (key && link) followedLinks.set(key, link);
    });
  }, [router, page]);
}

/** Tells an owner on the first page what is left to do. */
function SetupBanner() {
  const banner = useQuery(deskQuery('GET /api/setup')).data?.banner;
  if (!banner) return null;
  return (
    <p className={setup.banner}>
      {banner} <Link to="/setup">Continue</Link>
    </p>
  );
}

/** The list of keyboard shortcuts, opened by "?". */
const groups = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search everything'],
      ['/', 'Search the page'],
      ['?', 'Keyboard shortcuts'],
    ],
  },
  {
    title: 'Queue',
    keys: [
      ['J', 'Next piece'],
      ['K', 'Previous piece'],
      ['Enter', 'Open piece'],
      ['T', 'Take piece'],
      ['D', 'Deliver piece'],
      ['X', 'Select piece'],
    ],
  },
  {
    title: 'Piece and ticket',
    keys: [
      ['E', 'Write'],
      ['Esc', 'Leave the text'],
      ['D', 'Deliver'],
    ],
  },
] as const;

function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  return (
    <>
      <button className={shortcuts.open} type="button" aria-label="Keyboard shortcuts" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        Shortcuts <kbd>?</kbd>
      </button>
      {isOpen ? (
        <DeskDialog title="Keyboard shortcuts" harmless onClose={() => setOpen(false)}>
          {groups.map(({ title, keys }) => (
            <section key={title} className={shortcuts.group}>
              <h3>{title}</h3>
              <FactList facts={keys.map(([key, what]) => [what, <kbd key={key}>{key}</kbd>] as const)} />
            </section>
          ))}
        </DeskDialog>
      ) : null}
    </>
  );
}
