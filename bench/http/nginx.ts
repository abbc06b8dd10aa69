// nginx with one page in a file: the fastest that a page is served.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { findFreePort } from '../../ops/lab/servers.ts';
import { waitUntil } from '../../ops/lab/tools.ts';

const START_SECONDS = 5;

export type Page = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/** Compressed, which `fetch` would undo. */
export async function fetchPage(url: string): Promise<Page> {
  const sent = request(url, { agent: false, headers: { 'accept-encoding': 'br' } });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const body = Buffer.concat(await Array.fromAsync<Buffer>(answer));
  const kept = Object.entries(answer.headers).filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name));
  return { body, headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])) };
}

/** The fastest settings: no log, sendfile, and the file stays open. */
export async function startNginx({ body, headers }: Page, folder: string) {
  const port = await findFreePort();
  const added = Object.entries(headers).filter(([name]) => !['content-type', 'content-length', 'etag'].includes(name));
  writeFileSync(join(folder, 'page'), body, { mode: 0o644 });
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; open_file_cache max=10; server_tokens off;
  server {
    listen 127.0.0.1:${port} reuseport; root ${folder}; default_type '${headers['content-type']}';
    ${added.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`).join('\n    ')}
    location = / { try_files /page =404; }
  }
}`,
  );
  const child = spawn('nginx', ['-e', `${folder}/error.log`, '-p', folder, '-c', file], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}/`;
  if ((await waitUntil(async () => (await fetch(url)).ok, START_SECONDS)) > START_SECONDS) throw new Error('nginx does not answer');
  const [worker = 0] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number);
  return { name: 'nginx', pid: worker, url, stop: () => child.kill() };
}
