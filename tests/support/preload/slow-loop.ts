// Preloaded into a shop: blocks its event loop, without using the CPU, from the moment the desk listens. Each
// SIGUSR2 changes how long: as while code is still being loaded, not at all, overload, not at all.
import { Server } from 'node:http';

const phases = [
  { blockedMs: 300, freeMs: 50 },
  { blockedMs: 0, freeMs: 50 },
  { blockedMs: 600, freeMs: 1 },
  { blockedMs: 0, freeMs: 50 },
];
let phase = 0;
let listening = 0;
const cell = new Int32Array(new SharedArrayBuffer(4));

function block(): void {
  const { blockedMs = 0, freeMs } = phases[phase] ?? {};
  if (blockedMs > 0) Atomics.wait(cell, 0, 0, blockedMs);
  setTimeout(block, freeMs).unref();
}

process.on('SIGUSR2', () => {
  phase++;
});
const { listen } = Server.prototype;
Server.prototype.listen = function listenAndBlock(this: Server, ...args: unknown[]) {
  listening++;
  if (listening === 2) block();
  return Reflect.apply(listen, this, args);
};
