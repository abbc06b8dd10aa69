// The brief on a service's own page, for visitors without an account. What they fill in stays in this
// browser; the links that order lead to it.
import { getAccessToken } from '#ui/api/session.ts';
import { readEarlyBrief } from '#ui/browser/early-brief.ts';

export function startEarlyBrief(): void {
  const details = document.querySelector<HTMLDetailsElement>('#early-brief');
  const { service: slug = '' } = details?.dataset ?? {};
  // Who is logged in has the whole form behind the link, and reads nothing that another person left here.
  if (!details || getAccessToken() !== undefined) return;
  details.hidden = false;
  details.addEventListener('toggle', () => {
    if (details.open) void load(details);
  });
  if (readEarlyBrief(slug)) details.open = true;
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const early = link?.pathname === `/services/${slug}` ? readEarlyBrief(slug) : undefined;
      if (link && early) link.search = `brief=${early.id}`;
    },
    true,
  );
}

let loading: Promise<void> | undefined;

/** What cannot be loaded is asked for again when it is opened again. */
async function load(details: HTMLDetailsElement): Promise<void> {
  loading ??= import('./brief-fields.ts').then(({ showBriefFields }) => showBriefFields(details));
  await loading.catch(() => {
    loading = undefined;
    details.open = false;
  });
}
