// Balancers in front of two nodes, for npm run test:ops: one that only looks at /readyz once a second and repeats nothing, nginx, and HAProxy.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './servers.ts';
import { run } from './tools.ts';

export type Balancer = { readonly url: string; stop(): Promise<void> };

const CHECK_MS = 1_000;

/** Undefined if the tool is missing. */
export const balancers: Readonly<Record<string, (nodes: readonly string[]) => Promise<Balancer | undefined>>> = {
  naive: startNaive,
  nginx: async (nodes) => (run(['nginx', '-v']) ? startNginx(nodes) : undefined),
  HAProxy: async (nodes) => (run(['haproxy', '-v']) ? startHaproxy(nodes) : undefined),
};

/** In turn to the nodes that were ready at the last check. */
async function startNaive(nodes: readonly string[]): Promise<Balancer> {
  let ready = [...nodes];
  let turn = 0;
  const agent = new Agent({ keepAlive: true });
  const look = async () => {
    const states = await Promise.all(nodes.map((node) => isReady(node)));
    ready = nodes.filter((_, place) => states[place]);
  };
  const check = setInterval(() => void look(), CHECK_MS);
  const server = createServer((incoming, outgoing) => {
    const node = ready[turn++ % ready.length];
    const fail = (cause: string) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(cause);
    };
    if (node === undefined) return fail('no node is ready');
    const { connection: _, ...headers } = incoming.headers;
    const sent = request(new URL(incoming.url ?? '/', node), { method: incoming.method, headers, agent }, (answer) => {
      const { connection: __, ...answered } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, answered);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    sent.on('error', (cause) => fail(cause.message));
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      clearInterval(check);
      server.closeAllConnections();
      agent.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const isReady = (node: string): Promise<boolean> =>
  fetch(`${node}/readyz`, { signal: AbortSignal.timeout(CHECK_MS) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );

const hostOf = (node: string): string => new URL(node).host.replace('localhost', '127.0.0.1');

/** It has no checks of its own: what a node refuses goes to the other one, if it cannot have been processed or only reads. */
async function startNginx(nodes: readonly string[]): Promise<Balancer> {
  const port = await freePort();
  return startBalancer(
    port,
    (folder) => ['nginx', '-p', folder, '-c', `${folder}/balancer.conf`, '-e', 'stderr'],
    (folder) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream nodes {
${nodes.map((node) => `    server ${hostOf(node)} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://nodes;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout http_503;
    }
    location = /api/events {
      proxy_pass http://nodes;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
  }
}`,
  );
}

async function startHaproxy(nodes: readonly string[]): Promise<Balancer> {
  const port = await freePort();
  return startBalancer(
    port,
    (folder) => ['haproxy', '-db', '-f', `${folder}/balancer.conf`],
    () => `
defaults
  mode http
  option redispatch 1
  retries 3
  timeout connect 2s
  timeout client 75s
  timeout server 5m
  default-server check inter 1s fall 1 rise 1
frontend shop
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
${nodes.map((node, place) => `  server node-${place} ${hostOf(node)}`).join('\n')}
`,
  );
}

async function startBalancer(
  port: number,
  command: (folder: string) => readonly [string, ...string[]],
  configuration: (folder: string) => string,
): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-balancer-'));
  writeFileSync(join(folder, 'balancer.conf'), configuration(folder));
  const [tool, ...args] = command(folder);
  const child: ChildProcess = spawn(tool, args, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50; tries++) {
    if (await isReady(url)) break;
    await pause(200);
  }
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
