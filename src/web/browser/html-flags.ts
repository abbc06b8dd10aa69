// Flags on the root element for what only the browser knows before the first paint: logged in or not, and the privacy answer.
// The server renders the same page for everyone with both versions, and CSS chooses by these flags,
// so that nothing flickers and hydration matches.
import { getItem, sessionStore } from '../../ui/browser/storage.ts';
import { answerFrom, CONSENT_KEY } from './consent.ts';

/** How the header names the customer; beside the tokens, and removed with them. */
export const NAME_KEY = 'shownName';

/** Inline at the top of every document, before the styles; its hash is in the Content-Security-Policy. */
export const htmlFlags = `(()=>{let h=document.documentElement.dataset,get=(s,k)=>{try{return window[s].getItem(k)}catch{}},
a=get("localStorage","agreePrivacy");h.consent=a=="true"?"accepted":a=="false"?"rejected":"open";
if(get("localStorage","accessToken")||get("sessionStorage","accessToken"))h.session="";
let n=get("localStorage","${NAME_KEY}")||get("sessionStorage","${NAME_KEY}");if(n){h.named="";let s=new CSSStyleSheet();s.replaceSync(":root{--name:"+JSON.stringify(n)+"}");document.adoptedStyleSheets=[s]}})()`;

/** Updates the flags when another tab answers, logs in or logs out; the key is null when it cleared the storage. */
export function followMarks(): void {
  addEventListener('storage', ({ key }) => {
    if (key === CONSENT_KEY || key === null) document.documentElement.dataset.consent = answerFrom(getItem(CONSENT_KEY)) ?? 'open';
    if (key === 'accessToken' || key === null) setSessionFlag();
    if (key === NAME_KEY) setNameFlag();
  });
}

/** Event in this tab after a log-in or log-out in any tab; the detail is 'lost' if the session expired. */
export const SESSION_MARKED = 'session';

export function setSessionFlag(how?: 'lost'): void {
  const { dataset } = document.documentElement;
  if (getItem('accessToken') || getItem('accessToken', sessionStore)) dataset.session = '';
  else delete dataset.session;
  setNameFlag();
  dispatchEvent(new CustomEvent(SESSION_MARKED, { detail: how }));
}

/** The name is a CSS string, so that the header shows it before the first paint and hydration matches. */
export function setNameFlag(): void {
  const { dataset } = document.documentElement;
  const name = getItem(NAME_KEY) || getItem(NAME_KEY, sessionStore);
  if (!name) {
    delete dataset.named;
    document.adoptedStyleSheets = [];
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root{--name:${JSON.stringify(name)}}`);
  document.adoptedStyleSheets = [sheet];
  dataset.named = '';
}
