// What the first paint must know and only the browser knows: whether somebody is logged in, and whether the privacy notice was answered. The
// server's page is the same for everybody and holds both versions; marks on the root element choose between them by style, so that nothing
// flickers and React finds the page that the server made.

import { getItem, sessionStore } from '../../ui/browser/storage.ts';
import { answerFrom, CONSENT_KEY } from './consent.ts';

/** Inline at the top of every document, before any style is waited for; its hash is in the Content-Security-Policy. */
export const htmlFlags = `(()=>{let h=document.documentElement.dataset,get=(s,k)=>{try{return window[s].getItem(k)}catch{}},
a=get("localStorage","agreePrivacy");h.consent=a=="true"?"accepted":a=="false"?"rejected":"open";
if(get("localStorage","accessToken")||get("sessionStorage","accessToken"))h.session=""})()`;

/** Another tab may answer, log in or log out; the key is null when it cleared everything. */
export function followMarks(): void {
  addEventListener('storage', ({ key }) => {
    if (key === CONSENT_KEY || key === null) document.documentElement.dataset.consent = answerFrom(getItem(CONSENT_KEY)) ?? 'open';
    if (key === 'accessToken' || key === null) setSessionFlag();
  });
}

/** Told in this tab when somebody logged in or out, here or in another one; the detail is 'lost' when the session ended by itself. */
export const SESSION_MARKED = 'session';

export function setSessionFlag(how?: 'lost'): void {
  const { dataset } = document.documentElement;
  if (getItem('accessToken') || getItem('accessToken', sessionStore)) dataset.session = '';
  else delete dataset.session;
  dispatchEvent(new CustomEvent(SESSION_MARKED, { detail: how }));
}
