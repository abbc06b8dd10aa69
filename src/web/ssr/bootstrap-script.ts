// Inline script of every document, the only one before the page is idle or used. Its hash is in the Content-Security-Policy, so it is the
// same for every page and build: the entry's address is an attribute of the root.
//
// It loads the entry and its data after the first paint when the browser is idle, or at the first interaction: preloads in the head would compete
// with the page. A second after `load` it stops waiting for the paint: Firefox reports none for a page that opens at an anchor.
//
// A page that the browser prepares (see infra/web/speculation.ts) loads none of it before it is shown: its first paint comes then.
//
// React does not replay clicks from before hydration, so clicks on buttons that need React (type=button, or submit in data-script forms) are held
// and replayed after hydration or its failure. Links, other submit buttons and details work natively. A currency chosen before hydration is stored
// here, because the native form only informs the server.
export const loader = `(()=>{let d=document,r=d.getElementById("root"),t=r.dataset,q=[],on,
free=e=>{e.type||(d.documentElement.dataset.live=0);removeEventListener("click",hold,!0);for(let b of q.splice(0)){delete b.dataset.waiting;b.isConnected&&b.click()}},
add=(l,o)=>{for(let s of l?.split(" ")||[])s&&d.head.append(Object.assign(d.createElement("link"),o,{href:s}))},
go=()=>{if(on||d.prerendering)return;on=1;add(t.scripts,{rel:"modulepreload"});add(t.data,{rel:"preload",as:"fetch",crossOrigin:""});import("/speculation.js");import(t.entry).catch(free)},
hold=e=>{let b=e.isTrusted&&e.target.closest("button[type=button]:not([popovertarget],[commandfor]),[data-script] [type=submit]");if(b&&r.contains(b)){
e.preventDefault();e.stopImmediatePropagation();b.dataset.waiting="";q.push(b);go()}},
idle=()=>(window.requestIdleCallback||(f=>setTimeout(f,1500)))(go,{timeout:3e3});
for(let e of ["pointerdown","keydown","focusin"])addEventListener(e,go,!0);addEventListener("click",hold,!0);d.addEventListener("live",free);
d.addEventListener("submit",e=>{let b=e.submitter;try{b&&!e.defaultPrevented&&b.name=="currency"&&(localStorage.currency=b.value)}catch{}});
addEventListener("load",()=>setTimeout(idle,1e3));
new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&idle()).observe({type:"paint",buffered:!0})})()`;
