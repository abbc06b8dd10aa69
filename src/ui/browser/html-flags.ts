// Flags on the root element for what only the browser knows before the first paint: logged in or not, and the
// privacy answer.
// The server renders the same page for everyone with both versions, and CSS chooses by these flags,
// so that nothing flickers.

import { answerFrom, CONSENT_KEY } from './consent.ts';
import { getItem, getSessionStore } from './storage.ts';

/** How the header names the customer; beside the tokens, and removed with them. Empty until it is known. */
export const NAME_KEY = 'name';

/**
 * Inline at the top of every document, before the styles; its hash is in the Content-Security-Policy. A
 * script that cannot be loaded is a flag too: the page says so.
 */
export const htmlFlags = `(()=>{let h=document.documentElement.dataset,get=k=>{for(let s of["localStorage","sessionStorage"])try{let v=window[s].getItem(k);if(v)return v}catch{}},
a=get("agreePrivacy"),n=get("${NAME_KEY}"),s;h.consent=a=="true"?"accepted":a=="false"?"rejected":"open";if(get("accessToken"))h.session="";
addEventListener("error",e=>{if(/assets.+js$/.test(e.target.src))h.live=0},!0);if(n)h.named="",s=new CSSStyleSheet,s.replaceSync(":root{--name:"+JSON.stringify(n)+"}"),document.adoptedStyleSheets=[s]})()`;

/**
 * Updates the flags when another tab answers, logs in or logs out; the key is null when anything may have
 * changed.
 */
export function followMarks(): void {
  const mark = () => {
    document.documentElement.dataset.consent = answerFrom(getItem(CONSENT_KEY)) ?? 'open';
    setSessionFlag();
  };
  addEventListener('storage', ({ key }) => {
    if (key === CONSENT_KEY || key === 'accessToken' || key === null) mark();
  });
  // The browser may have prepared the page before a change.
  mark();
}

/** Event in this tab after a log-in or log-out in any tab; the detail is 'lost' if the session expired. */
export const SESSION_MARKED = 'session';

export function setSessionFlag(how?: 'lost'): void {
  const { dataset } = document.documentElement;
  if (getItem('accessToken') || getItem('accessToken', getSessionStore)) dataset.session = '';
  else {
    delete dataset.session;
    delete dataset.named;
  }
  dispatchEvent(new CustomEvent(SESSION_MARKED, { detail: how }));
}
