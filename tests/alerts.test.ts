// Alert rules and dashboards use metrics that exist, and every alert has its section in the runbook.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Rule = {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly annotations?: { readonly runbook?: string };
};
const { groups } = parse(read('ops/prometheus/alerts.yml')) as { groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const runbook = read('docs/runbook.md');

/** Metrics of Prometheus and of CloudNativePG's Barman plugin, as their documentation names them. */
const foreignMetrics = ['up', 'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp'];

/** A histogram has three series. */
function knownNames(): ReadonlySet<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const documented = [...read('docs/metrics.md').matchAll(/^\| `(\w+)` \| (\w+) /gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((ending) => name + ending) : [name],
  );
  const ofNode = registry.getMetricsAsArray().map(({ name }) => name);
  return new Set([...documented, ...ofNode, ...rules.flatMap(({ record = [] }) => record), ...foreignMetrics]);
}

/** Names in an expression, without strings, labels, functions and keywords. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/[a-z_][\w:]*(?!\w*\s*\()(?![\w:])/gi)]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless', 'bool', 'offset'].includes(name));
}

const dashboards = globSync('ops/grafana/dashboards/*.json', { cwd: root });
type Panel = { readonly title: string; readonly targets: readonly { readonly expr: string }[] };
const readPanels = (path: string): readonly Panel[] => (JSON.parse(read(path)) as { panels: readonly Panel[] }).panels;

describe('metrics in expressions', () => {
  const known = knownNames();
  const unknownIn = (expression: string): string[] => namesIn(expression).filter((name) => !known.has(name));

  test('alert rules: every metric exists', () => {
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  test.for(dashboards)('%s: every metric exists', (path) => {
    const expressions = readPanels(path).flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(5);
    expect(expressions.flatMap(unknownIn)).toEqual([]);
  });

  test('a metric that does not exist is found', () => {
    expect(unknownIn('sum by (task) (rate(fanfare_wrong_total{a="up"}[5m])) > 0 and max(fanfare_jobs) > 1')).toEqual([
      'fanfare_wrong_total',
    ]);
  });
});

type Case = { readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[] };

test('every alert is fired by a test of promtool', () => {
  const cases = globSync('ops/prometheus/*.test.yml', { cwd: root }).flatMap(
    (path) => (parse(read(path)) as { tests: readonly Case[] }).tests,
  );
  const fired = cases.flatMap((each) => each.alert_rule_test).filter(({ exp_alerts }) => exp_alerts.length > 0);
  const names = new Set(fired.map(({ alertname }) => alertname));
  expect(alerts.map(({ alert }) => alert).filter((name) => !names.has(name ?? ''))).toEqual([]);
});

describe('runbook', () => {
  test('every alert links to its section', () => {
    const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, title = '']) => `docs/runbook.md#${title.toLowerCase()}`);
    expect([...new Set(alerts.map(({ annotations }) => annotations?.runbook))].toSorted()).toEqual(sections.toSorted());
  });

  test('every section says what the alert means, what to look at and what to do', () => {
    const incomplete = runbook
      .split(/^## /m)
      .slice(1)
      .filter((section) => !/\*\*Means\.\*\*.+\*\*Look at\.\*\*.+\*\*Do\.\*\*/s.test(section));
    expect(incomplete).toEqual([]);
  });

  test('every panel that it names exists', () => {
    const titles = dashboards.flatMap((path) => readPanels(path).map(({ title }) => title));
    const panels = [...runbook.matchAll(/“([^”]+)”/g)].map(([, title]) => title);
    expect(panels.filter((title) => !titles.some((each) => each.startsWith(title ?? '')))).toEqual([]);
  });
});

test('haproxy.cfg: every backup server tracks whether its node is alive, so that a dead one gets no request', () => {
  const lines = read('ops/haproxy/haproxy.cfg').split('\n');
  const backups = lines.filter((line) => /^ {2}server .* backup\b/.test(line));
  expect(backups.length).toBeGreaterThan(3);
  for (const line of backups) {
    const [, node] = / (node-[ab]):/.exec(line) ?? [];
    expect(line).toMatch(new RegExp(` track alive/${node}$`));
  }
});
