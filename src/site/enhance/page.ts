// The script of every page: it makes the frame alive. Links, forms and details work without it. What only
// some pages have, or only some visitors use, is loaded when it is there or used.
import { countVisitsIfAllowed } from '#ui/browser/consent.ts';
import { followMarks } from '#ui/browser/html-flags.ts';
import { loadPictures } from '#ui/browser/load-pictures.ts';
import { startBuilds } from './builds.ts';
import { startChoices } from './choices.ts';
import { startConnection } from './connection.ts';
import { startConsent } from './consent.ts';
import { startDetails } from './details.ts';
import { startForms } from './form-loader.ts';
import { startHeader } from './header.ts';
import { hideMailedQuery } from './mailed-link.ts';
import { startMenus } from './menus.ts';
import { startSearch } from './search-opener.ts';
import { startSession } from './session.ts';
import { showStoredToast } from './toasts.ts';
// Here, because the styles of a page's parts come after those of its entry.
import '#ui/styles/tokens.css';
import '#ui/styles/base.css';

const isApp = document.getElementById('root')?.dataset.app !== undefined;

/** A page that the browser prepares counts, polls and stores nothing before it is shown. */
if ((document as { readonly prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();

function start(): void {
  hideMailedQuery();
  followMarks();
  startMenus();
  // Before what follows links.
  startSearch();
  startHeader();
  startChoices();
  startConsent();
  startConnection(isApp);
  startBuilds();
  startDetails();
  startSession();
  loadPictures(document);
  countVisitsIfAllowed();
  startPageParts();
  // A page that the browser kept while others were open has missed their changes, as after a change in
  // another tab that names no key.
  addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new StorageEvent('storage')));
  if (isApp) loadApp();
  else showDocument();
}

function showDocument(): void {
  showStoredToast();
  // Tests and styles wait for it.
  document.documentElement.dataset.live = '1';
  document.dispatchEvent(new Event('live'));
}

function loadApp(): void {
  import('./app-loader.ts').then(
    (loader) => loader.loadApp(),
    () => {
      document.documentElement.dataset.live = '0';
    },
  );
}

/** What only some pages have. */
function startPageParts(): void {
  startForms();
  const has = (selector: string) => document.querySelector(`main ${selector}`) !== null;
  if (has('[data-from]')) void import('./parts.ts').then(({ startParts }) => startParts());
  if (has('[data-choice]')) void import('./services.ts').then(({ startServices }) => startServices());
  if (has('time[data-format]')) void import('./times.ts').then(({ showTimes }) => showTimes());
  if (has('#faq-search')) void import('./questions.ts').then(({ startQuestions }) => startQuestions());
  if (has('#calculator')) void import('./calculator.ts').then(({ startCalculator }) => startCalculator());
  for (const notice of document.querySelectorAll<HTMLElement>('main [data-shown-for]'))
    notice.hidden = !location.search.includes(notice.dataset.shownFor ?? ' ');
}
