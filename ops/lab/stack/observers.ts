// Prometheus and Alertmanager of ops/compose.yaml: targets, rules, the queries of Grafana's dashboards, and
// an alert that arrives as a mail.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Report, waitUntil } from '../tools.ts';
import type { Stack } from './services.ts';
import { ops } from './settings.ts';

const PROMETHEUS = 'http://prometheus:9090';
const SCRAPED_SECONDS = 90;
/** NodeDown waits two minutes, after one scrape and one evaluation of 15 s. */
const ALERT_SECONDS = 200;

type Target = { readonly health: string; readonly scrapeUrl: string; readonly lastError: string };
type RuleGroup = { readonly rules: readonly { readonly name: string; readonly health: string; readonly lastError?: string }[] };

async function ask<T>(path: string): Promise<T> {
  const { data } = (await (await fetch(PROMETHEUS + path)).json()) as { data: T };
  return data;
}

const fetchTargets = async () => (await ask<{ activeTargets: readonly Target[] }>('/api/v1/targets')).activeTargets;
const fetchRules = async () => (await ask<{ groups: readonly RuleGroup[] }>('/api/v1/rules')).groups.flatMap(({ rules }) => rules);

export async function tryMetrics(report: Report): Promise<void> {
  const areUp = async () => {
    const all = await fetchTargets();
    return all.length === 3 && all.every(({ health }) => health === 'up');
  };
  const up = await waitUntil(areUp, SCRAPED_SECONDS);
  report(
    'Prometheus: two nodes and the worker are up',
    up < SCRAPED_SECONDS,
    up < SCRAPED_SECONDS ? `${up.toFixed(1)} s` : await fetchTargets(),
  );
  const { groups } = parse(readFileSync(join(ops, 'prometheus/alerts.yml'), 'utf8')) as {
    groups: readonly { rules: readonly unknown[] }[];
  };
  const written = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  await waitUntil(async () => (await fetchRules()).every(({ health }) => health === 'ok'), SCRAPED_SECONDS);
  const rules = await fetchRules();
  const bad = rules.filter(({ health }) => health !== 'ok');
  report('Prometheus: rules are evaluated', rules.length === written && bad.length === 0, bad.length > 0 ? bad : `${rules.length} rules`);
  const { activeAlertmanagers } = await ask<{ activeAlertmanagers: readonly unknown[] }>('/api/v1/alertmanagers');
  report('Prometheus: Alertmanager is known', activeAlertmanagers.length === 1, activeAlertmanagers);
}

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] };

/** Some have no data in a shop of some seconds: rates of what did not happen, replicas, backups. */
export async function tryDashboards(report: Report): Promise<void> {
  for (const file of globSync(join(ops, 'grafana/dashboards/*.json'))) {
    const { title, panels } = JSON.parse(readFileSync(file, 'utf8')) as { title: string; panels: readonly Panel[] };
    const errors: string[] = [];
    const empty: string[] = [];
    let count = 0;
    for (const { title: panel, targets: queries = [] } of panels)
      for (const { expr } of queries) {
        count++;
        const answer = await fetch(`${PROMETHEUS}/api/v1/query?${new URLSearchParams({ query: expr })}`);
        const { status, error, data } = (await answer.json()) as { status: string; error?: string; data?: { result: readonly unknown[] } };
        if (status !== 'success') errors.push(`${panel}: ${error}`);
        else if (data?.result.length === 0) empty.push(panel);
      }
    report(
      `dashboard ${title}: all queries are answered`,
      errors.length === 0,
      errors.length > 0 ? errors : `${count}, without data yet: ${empty.join(', ') || 'none'}`,
    );
  }
}

export async function tryAlert({ running, mails, startShop }: Stack, report: Report): Promise<void> {
  await running.get('node-b')?.stop('SIGKILL');
  const isAlert = ({ to, text }: Stack['mails'][number]) => to === 'on-call@example.com' && text.includes('NodeDown');
  const mailed = await waitUntil(() => mails.some(isAlert), ALERT_SECONDS);
  report('a node that is killed: the alert arrives by mail', mailed < ALERT_SECONDS, `${mailed.toFixed(0)} s`);
  startShop('node-b');
  const isUp = async () => (await fetchTargets()).every(({ health }) => health === 'up');
  const up = await waitUntil(isUp, SCRAPED_SECONDS);
  report('the node is up again', up < SCRAPED_SECONDS, up < SCRAPED_SECONDS ? `${up.toFixed(0)} s` : await fetchTargets());
}
