// What ops/compose.yaml says, with the secrets of one run and the folder that stands for its volumes.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '#platform/paths.ts';

export const ops = join(root, 'ops');

const secrets: Readonly<Record<string, string>> = Object.fromEntries(
  [...readFileSync(join(ops, 'compose.env.example'), 'utf8').matchAll(/^(\w+)=$/gm)].map(([, name = '']) => [
    name,
    randomBytes(32).toString('hex'),
  ]),
);

export function getSecret(name: string): string {
  const value = secrets[name];
  if (value === undefined) throw new Error(`compose.env.example has no ${name}`);
  return value;
}

type Service = { readonly command?: readonly string[]; readonly environment?: Readonly<Record<string, string>> };

export type Compose = {
  /** Of a service, as its container gets it. */
  environment(service: string): Record<string, string>;
  command(service: string): readonly string[];
  /** A configuration file, with this machine's places. */
  file(path: string): string;
};

/** `/certificates` and `/run/secrets` are folders in `folder`. */
export function readCompose(folder: string): Compose {
  const filled = readFileSync(join(ops, 'compose.yaml'), 'utf8').replace(/\$\{(\w+):\?\}/g, (_, name: string) => getSecret(name));
  const { services } = parse(filled, { merge: true }) as { services: Readonly<Record<string, Service>> };
  const here = (text: string): string =>
    text.replaceAll('/certificates', `${folder}/certificates`).replaceAll('/run/secrets', `${folder}/secrets`);
  return {
    environment: (service) =>
      Object.fromEntries(Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [name, here(String(value))])),
    command: (service) => (services[service]?.command ?? []).map(here),
    file: (path) => here(readFileSync(join(ops, path), 'utf8')),
  };
}
