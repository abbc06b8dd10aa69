// Runs the deployments of ops/kubernetes with podman: the manifests as they are, except the image, one pod of each, and the network and secrets of this machine.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseAllDocuments, stringify } from 'yaml';
import { root } from '../../src/infra/paths.ts';
import { production } from './shop-process.ts';
import { inFolder, type Report, run } from './tools.ts';

type Probe = { readonly httpGet: { port: string | number } };
type Container = {
  image: string;
  ports?: readonly { readonly name: string; readonly containerPort: number }[];
} & Partial<Record<(typeof probes)[number], Probe>>;
type Manifest = {
  readonly kind: string;
  readonly spec: {
    replicas?: number;
    readonly template: { readonly spec: { hostNetwork?: boolean; readonly containers: readonly Container[] } };
  };
};

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
const STOREFRONT = 'http://127.0.0.1:3000';
const WORKER = 'http://127.0.0.1:3003';
const MAX_TRIES = 120;

export async function tryPods(image: string, databaseUrl: string, report: Report): Promise<void> {
  const built = run(['kubectl', 'kustomize', join(root, 'ops/kubernetes')]);
  if (!built?.ok || !existsSync('/usr/bin/catatonit')) {
    console.log('not run: the pods of ops/kubernetes need kubectl and catatonit (apt-get install catatonit)');
    return;
  }
  if (await isReady(STOREFRONT, '/livez')) {
    console.log('not run: port 3000 of this machine is in use');
    return;
  }
  const manifests = parseAllDocuments(built.output)
    .map((document) => document.toJS() as Manifest)
    .filter(({ kind }) => kind === 'ConfigMap' || kind === 'Deployment');
  for (const { kind, spec } of manifests) if (kind === 'Deployment') adapt(spec, image);
  await inFolder(async (folder) => {
    const { SECRET_KEYS } = production;
    const others = { METRICS_TOKEN: SECRET_KEYS, FILES_S3_KEY: 'key', FILES_S3_SECRET: 'secret', SMTP_URL: 'smtps://127.0.0.1:1' };
    const secrets = { fanfare: { SECRET_KEYS, ...others }, 'database-app': { uri: databaseUrl } };
    const file = join(folder, 'pods.yaml');
    writeFileSync(file, manifests.map((manifest) => stringify(manifest)).join('---\n'));
    try {
      for (const [name, values] of Object.entries(secrets)) createSecret(folder, name, values);
      await play(file, report);
    } finally {
      run(['podman', 'kube', 'down', file]);
      run(['podman', 'secret', 'rm', ...Object.keys(secrets)]);
    }
  });
}

/** On the network of this machine, because its database listens at 127.0.0.1 only; podman refuses named ports there. */
function adapt(spec: Manifest['spec'], image: string): void {
  spec.replicas = 1;
  spec.template.spec.hostNetwork = true;
  for (const container of spec.template.spec.containers) {
    container.image = image;
    const ports = new Map(container.ports?.map(({ name, containerPort }) => [name, containerPort]));
    for (const probe of probes) {
      const get = container[probe]?.httpGet;
      if (get) get.port = ports.get(String(get.port)) ?? get.port;
    }
    delete container.ports;
  }
}

/** In the format that podman reads for a secretKeyRef. */
function createSecret(folder: string, name: string, values: Readonly<Record<string, string>>): void {
  const file = join(folder, name);
  writeFileSync(
    file,
    JSON.stringify(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]))),
  );
  run(['podman', 'secret', 'rm', name]);
  run(['podman', 'secret', 'create', name, file]);
}

async function play(file: string, report: Report): Promise<void> {
  const began = performance.now();
  const played = run(['podman', 'kube', 'play', file]);
  if (!played?.ok) {
    report('pods of ops/kubernetes', false, played?.output ?? '');
    return;
  }
  let ready = [false, false];
  for (let tries = 0; tries < MAX_TRIES && ready.includes(false); tries++) {
    await pause(250);
    ready = await Promise.all([isReady(STOREFRONT), isReady(WORKER)]);
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  report('pods of ops/kubernetes: a node and a worker are ready', !ready.includes(false), `${seconds} s`);
  if (!ready[0]) console.log(run(['podman', 'logs', '--tail', '5', 'web-pod-0-web'])?.output);
  if (!ready[1]) console.log(run(['podman', 'logs', '--tail', '5', 'worker-pod-0-worker'])?.output);
  const page = await fetch(`${STOREFRONT}/services`).then(({ status }) => status, String);
  report('pods of ops/kubernetes: a page', page === 200, String(page));
}

const isReady = (url: string, path = '/readyz'): Promise<boolean> =>
  fetch(url + path).then(
    ({ ok }) => ok,
    () => false,
  );
