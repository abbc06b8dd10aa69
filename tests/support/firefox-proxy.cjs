// Started by firefox.ts in place of Firefox: starts it, and answers the commands of WebDriver BiDi that
// Playwright sends and this Firefox does not know.
const { spawn } = require('node:child_process');
const WebSocket = require('ws');

/** Emulates dark mode. Without it pages have the theme of the system. */
const MISSING = ['emulation.setMediaFeaturesOverride'];
/** The number of the proxy's own command. Playwright counts from 1. */
const ACTIVATION = 9_000_000_000_000_000;
const ANNOUNCEMENT = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const [firefox, ...args] = process.argv.slice(2);
const child = spawn(firefox, args, { stdio: ['ignore', 'ignore', 'pipe'] });
child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));

let output = '';
child.stderr.on('data', function readAddress(chunk) {
  output += chunk;
  const [, address] = ANNOUNCEMENT.exec(output) ?? [];
  if (!address) return;
  child.stderr.off('data', readAddress).resume();
  const server = new WebSocket.Server({ port: 0, host: '127.0.0.1' });
  server.on('listening', () => process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`));
  server.on('connection', (client, { url }) => forward(client, new WebSocket(address + url)));
});

function forward(client, browser) {
  const waiting = [];
  let inFront;
  let isHeld = true;
  const release = () => {
    isHeld = false;
    while (waiting.length > 0 && !isHeld) pass(waiting.shift());
  };
  /** Each page has a window of its own, and only the one in front takes keys: it comes to the front first. */
  const pass = (message) => {
    const { method, params } = JSON.parse(message);
    const hasKeys = method === 'input.performActions' && params.actions.some(({ type }) => type === 'key');
    if (hasKeys && params.context !== inFront) {
      inFront = params.context;
      isHeld = true;
      waiting.unshift(message);
      browser.send(JSON.stringify({ id: ACTIVATION, method: 'browsingContext.activate', params: { context: inFront } }));
    } else browser.send(message);
  };
  browser.on('open', release);
  client.on('message', (data) => {
    const message = String(data);
    const { id, method } = JSON.parse(message);
    if (MISSING.includes(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (isHeld) waiting.push(message);
    else pass(message);
  });
  browser.on('message', (data) => {
    const message = JSON.parse(String(data));
    const { id, method, params } = message;
    if (id === ACTIVATION) return release();
    if (/^browsingContext\.context/.test(method)) inFront = undefined;
    // Playwright shows an error in the console as "Error"; the text of the entry has its name and message.
    if (method === 'log.entryAdded' && params.args?.some(({ type }) => type === 'error'))
      params.args = [{ type: 'string', value: params.text }];
    // Playwright ignores the download of a blob, because Firefox names neither the download nor a navigation:
    // its address names it.
    if (/^browsingContext\.download/.test(method)) params.download ??= params.navigation ?? params.url;
    client.send(JSON.stringify(message));
  });
  client.on('close', () => browser.close());
  browser.on('close', () => client.close());
}
