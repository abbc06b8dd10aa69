// Started by firefox.ts in place of Firefox: starts it, and answers the commands of WebDriver BiDi that Playwright sends and this Firefox does not know.
const { spawn } = require('node:child_process');
const WebSocket = require('ws');

/** Emulates dark mode. Without it pages have the theme of the system. */
const MISSING = ['emulation.setMediaFeaturesOverride'];
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
  const early = [];
  browser.on('open', () => {
    for (const message of early.splice(0)) browser.send(message);
  });
  client.on('message', (data) => {
    const message = String(data);
    const { id, method } = JSON.parse(message);
    if (MISSING.includes(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (browser.readyState === WebSocket.OPEN) browser.send(message);
    else early.push(message);
  });
  browser.on('message', (data) => client.send(String(data)));
  client.on('close', () => browser.close());
  browser.on('close', () => client.close());
}
