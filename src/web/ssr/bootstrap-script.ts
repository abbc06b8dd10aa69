// The only script that runs before the page is idle or touched, inline in every document; its hash is in the Content-Security-Policy, so it is the
// same for every page and build: the entry's address is an attribute of the root.
//
// It starts the entry when the page has been painted and the browser is idle, or at the first touch, and asks for all that the entry will need at
// once: in the head these would share a slow line with the page itself. The styles stand in the document; for each a link that asks for nothing tells the bundler's loading so.
//
// React does not replay a click that came before it, so clicks on buttons that only React serves (type=button) are held and given back once the page
// is live, or known never to be; so are those that send a form which only script can send (data-script). Links, other submit buttons and details have a
// life of their own and keep it. A currency that is chosen before that is
// remembered, because the form alone only tells the server.
export const loader = `(()=>{let d=document,r=d.getElementById("root"),q=[],on,ev=["pointerdown","keydown","focusin"],
free=e=>{e.type||(d.documentElement.dataset.live=0);removeEventListener("click",hold,!0);for(let b of q.splice(0)){delete b.dataset.waiting;b.isConnected&&b.click()}},
add=(n,o)=>{for(let s of (r.dataset[n]||"").split(" "))s&&d.head.append(Object.assign(d.createElement("link"),o,{href:s}))},
go=()=>{if(on)return;on=1;for(let e of ev)removeEventListener(e,go,!0);
add("styles",{rel:"stylesheet",disabled:!0});add("scripts",{rel:"modulepreload"});add("data",{rel:"preload",as:"fetch",crossOrigin:""});import(r.dataset.entry).catch(free)},
hold=e=>{let b=e.isTrusted&&e.target.closest("button[type=button]:not([popovertarget],[commandfor]),[data-script] [type=submit]");if(b&&r.contains(b)){
e.preventDefault();e.stopImmediatePropagation();b.dataset.waiting="";q.push(b);go()}};
for(let e of ev)addEventListener(e,go,!0);addEventListener("click",hold,!0);d.addEventListener("live",free);
d.addEventListener("submit",e=>{let b=e.submitter;try{b&&!e.defaultPrevented&&b.name=="currency"&&(localStorage.currency=b.value)}catch{}});
let idle=()=>(window.requestIdleCallback||(f=>setTimeout(f,1500)))(go,{timeout:3000}),P=window.PerformanceObserver;
if(P?.supportedEntryTypes?.includes("paint"))new P(l=>l.getEntriesByName("first-contentful-paint")[0]&&idle()).observe({type:"paint",buffered:!0});else idle()})()`;
