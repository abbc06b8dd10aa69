// Inline scripts of every document. Their hashes are in the Content-Security-Policy, so they are the same for
// every page and build: the entry's address is an attribute of the root.

// The only one before the page is idle or used, with the flags of the root element. It runs the other one,
// which waits in a template, after the first paint when the browser is idle, or at the first interaction:
// preloads in the head would compete with the page. A second after `load` it stops waiting for the paint:
// Firefox reports none for a page that opens at an anchor.
//
// A page that the browser prepares (see src/site/speculation.ts) runs it when it is shown: its first paint
// comes then.
export const loader = `(()=>{let d=document,late=d.currentScript.previousElementSibling,go=()=>d.prerendering||d.head.append(late.content),
idle=()=>(window.requestIdleCallback||(f=>setTimeout(f,1500)))(go,{timeout:3e3});
for(let e of["pointerdown","keydown","focusin","click"])addEventListener(e,go,!0);
addEventListener("load",()=>setTimeout(idle,1e3));
new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&idle()).observe({type:"paint",buffered:!0})})()`;

// Runs once, because the template is empty afterwards. It loads the entry and its data.
//
// React does not replay clicks from before hydration, so clicks on buttons that need React (type=button, or
// submit in data-script forms) are held and replayed after hydration or its failure. Links, other submit
// buttons and details work natively. The listener is on the document, because a click may be the first
// interaction, and is on its way from the window then. A currency chosen before hydration is stored here,
// because the native form only informs the server.
export const starter = `(()=>{let d=document,r=d.getElementById("root"),t=r.dataset,q=[],
free=e=>{e.type||(d.documentElement.dataset.live=0);d.removeEventListener("click",hold,!0);for(let b of q.splice(0)){delete b.dataset.waiting;b.isConnected&&b.click()}},
add=(l,o)=>{for(let s of l?.split(" ")||[])s&&d.head.append(Object.assign(d.createElement("link"),o,{href:s}))},
hold=e=>{let b=e.isTrusted&&e.target.closest("button[type=button]:not([popovertarget],[commandfor]),[data-script] [type=submit]");if(b&&r.contains(b)){
e.preventDefault();e.stopImmediatePropagation();b.dataset.waiting="";q.push(b)}};
d.addEventListener("click",hold,!0);d.addEventListener("live",free);
d.addEventListener("submit",e=>{let b=e.submitter;try{b&&!e.defaultPrevented&&b.name=="currency"&&(localStorage.currency=b.value)}catch{}});
add(t.scripts,{rel:"modulepreload"});import("/speculation.js").catch(()=>{});import(t.entry).catch(free)})()`;
