// Validates the files of ops/ by the programs that will read them. What is not installed is not run.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#platform/paths.ts';
import { type Command, type Report, runTool, withFolder } from './tools.ts';

const ops = join(root, 'ops');

export const tryManifests = (report: Report): Promise<void> =>
  withFolder((folder) => {
    const token = join(folder, 'token');
    writeFileSync(token, 'token');
    makeCertificate(folder);
    writeFileSync(join(folder, 'alerts.yml'), readFileSync(join(ops, 'prometheus/alerts.yml')));
    const hosts = Object.fromEntries(['db-1', 'db-2', 'db-3'].map((name) => [`${name}:`, '127.0.0.1:']));
    const copy = (file: string, replaced: Readonly<Record<string, string>>) => copyWith(folder, file, replaced);
    const commands: readonly Command[] = [
      ['promtool', 'check', 'config', copy('prometheus/prometheus.yml', { '/run/secrets/metrics-token': token })],
      ['promtool', 'check', 'rules', join(ops, 'prometheus/alerts.yml')],
      ...['alerts', 'alerts-causes'].map((name) => ['promtool', 'test', 'rules', join(ops, `prometheus/${name}.test.yml`)] as const),
      ['amtool', 'check-config', join(ops, 'prometheus/alertmanager.yml')],
      ['haproxy', '-c', '-f', copy('haproxy/haproxy.cfg', { '/certificates': folder })],
      ['haproxy', '-c', '-f', copy('haproxy/postgres.cfg', hosts)],
      ...readdirSync(join(ops, 'systemd')).map(
        (unit) =>
          ['systemd-analyze', 'verify', '--man=no', copy(`systemd/${unit}`, { '/opt/fanfare/bin/node': process.execPath })] as const,
      ),
      ['kubectl', 'kustomize', join(ops, 'kubernetes')],
      ...(runTool(['docker', 'compose', 'version'])?.ok
        ? [['docker', 'compose', '--file', join(ops, 'compose.yaml'), '--env-file', writeSecrets(folder), 'config', '--quiet'] as const]
        : []),
    ];
    for (const command of commands) {
      const result = runTool(command);
      const name = command.map((word) => word.replace(/^.*\//, '')).join(' ');
      if (result) report(name, result.ok, result.ok ? 'valid' : result.output);
      else console.log(`not run: ${name} (${command[0]} is not installed)`);
    }
  });

/** A copy, with places of this machine instead of those of the target. */
function copyWith(folder: string, file: string, replaced: Readonly<Record<string, string>>): string {
  const copy = join(folder, file.split('/').at(-1) ?? '');
  let text = readFileSync(join(ops, file), 'utf8');
  for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(from, to);
  writeFileSync(copy, text);
  return copy;
}

function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
  runTool(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=shop', '-keyout', key, '-out', certificate]);
  writeFileSync(join(folder, 'shop.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}

/** Compose refuses a file whose variables have no value. */
function writeSecrets(folder: string): string {
  const file = join(folder, 'compose.env');
  writeFileSync(file, readFileSync(join(ops, 'compose.env.example'), 'utf8').replace(/^(\w+)=$/gm, '$1=a-value-of-the-test'));
  return file;
}
