// The status page as HTML: versions, queues and failures.

import { getLanguage } from '#lib/locale.ts';
import { html, type Markup } from '#lib/markdown/html.ts';
import { describeJob } from '#modules/failures/rules.ts';
import type { FailedMail } from '#modules/mail/actions.ts';
import { mailLabel } from '#modules/mail/shapes-labels.ts';
import type { BackupStatus } from '#platform/backup/open-backup.ts';
import { renderTime } from '#platform/internal-pages/page.ts';
import type { GivenUpJob } from '#platform/jobs/admin.ts';
import type { Status } from './status.ts';

export const renderStatusPage = (status: Status, brand: string): Markup => html`<div class="shell">
<aside class="rail"><a class="mark" href="/">${brand} <span class="soft">desk</span></a><nav aria-label="Desk"><a href="/status" aria-current="page">Status</a><a href="/metrics">Metrics</a></nav></aside>
<main class="work"><div class="bar"><h1>Status</h1>${renderVerdict(status)}<span class="soft end">${renderTime(status.now)} UTC · <a href="/status">Refresh</a></span></div>
<dl class="tiles">${listTiles(status).map(renderTile)}</dl>
${status.jobs && renderSection('Failed jobs', renderJobTable(status.givenUp))}
${status.mail && renderSection('Unsent emails', mailTable(status.mail.failed))}
</main></div>`;

function renderVerdict({ database, jobs, mail }: Status): Markup {
  if (!jobs || !mail || 'silent' in database) return html`<span class="badge badge-bad">Database not responding</span>`;
  if (jobs.givenUp > 0) return html`<span class="badge badge-bad">Failed jobs</span>`;
  if (mail.failed.length > 0) return html`<span class="badge badge-bad">Unsent emails</span>`;
  return html`<span class="badge badge-done">All systems normal</span>`;
}

type Tile = { readonly label: string; readonly value: string | number; readonly note: string };

function listTiles({ version, buildId, offers, backup, database, jobs, mail, upSeconds, memoryMebibytes }: Status): Tile[] {
  return [
    { label: 'Version', value: version, note: `build ${buildId}` },
    { label: 'Up for', value: formatDuration(upSeconds), note: `${memoryMebibytes} MiB memory` },
    'silent' in database
      ? { label: 'Database', value: 'no response', note: database.silent }
      : { label: 'Database', value: `${database.milliseconds} ms`, note: 'response time' },
    ...(jobs ? [{ label: 'Queued jobs', value: jobs.waiting, note: `${jobs.running} running, ${jobs.failed} to retry` }] : []),
    ...(jobs ? [{ label: 'Failed jobs', value: jobs.givenUp, note: 'need attention' }] : []),
    ...(mail ? [{ label: 'Unsent emails', value: mail.unsent, note: 'in the outbox' }] : []),
    backupTile(backup),
    { label: 'Offers', value: offers, note: 'in the catalogue' },
  ];
}

function backupTile({ ageSeconds, bytes, logAgeSeconds, checkAgeSeconds }: BackupStatus): Tile {
  const checked = checkAgeSeconds === undefined ? 'never checked' : `checked ${formatDuration(checkAgeSeconds)} ago`;
  if (ageSeconds === undefined) return { label: 'Backup', value: 'none', note: 'no backup found' };
  const size = bytes === undefined ? [] : [`${(bytes / 1_000_000).toFixed(1)} MB`];
  const copied = logAgeSeconds === undefined ? [] : [`log copied ${formatDuration(logAgeSeconds)} ago`];
  return { label: 'Backup', value: `${formatDuration(ageSeconds)} ago`, note: [...size, ...copied, checked].join(', ') };
}

const renderTile = ({ label, value, note }: Tile): Markup =>
  html`<div class="card tile"><dt>${label}</dt><dd><b>${value}</b><span>${note}</span></dd></div>`;

const renderSection = (title: string, content: Markup): Markup => html`<section class="section"><h2>${title}</h2>${content}</section>`;

const renderJobTable = (jobs: readonly GivenUpJob[]): Markup =>
  jobs.length === 0
    ? html`<p class="card note">None. Jobs are retried automatically and appear here only if that fails.</p>`
    : html`<div class="card table" role="region" aria-label="Failed jobs" tabindex="0"><table><thead><tr><th>Job</th><th class="num">Id</th><th class="num">Tries</th><th>Last error</th><th>Last try</th><th></th></tr></thead>
<tbody>${jobs.map(renderJobRow)}</tbody></table></div>`;

const renderJobRow = ({
  id,
  task,
  attempts,
  lastError,
  lastTriedAt,
}: GivenUpJob): Markup => html`<tr><td class="least">${describeJob(task).title}</td><td class="num">${id}</td>
<td class="num">${attempts}</td><td>${lastError}</td><td class="least">${renderTime(lastTriedAt)}</td>
<td class="num"><form method="post" action="/jobs/${id}/retry"><button class="button" type="submit" aria-label="Retry job ${id}">Retry</button></form></td></tr>`;

const mailTable = (mails: readonly FailedMail[]): Markup =>
  mails.length === 0
    ? html`<p class="card note">None. Emails wait while the mail server is down and are sent when it is back.</p>`
    : html`<div class="card table" role="region" aria-label="Unsent emails" tabindex="0"><table><thead><tr><th>Email</th><th>To</th><th>Language</th><th class="num">Tries</th><th>Last error</th><th>Created</th></tr></thead>
<tbody>${mails.map(mailRow)}</tbody></table></div>`;

const mailRow = ({
  mail,
  to,
  locale,
  attempts,
  lastError,
  createdAt,
}: FailedMail): Markup => html`<tr><td class="least">${mailLabel(mail)}</td><td>${to}</td>
<td>${languageNames.of(getLanguage(locale).html)}</td><td class="num">${attempts}</td><td>${lastError}</td><td class="least">${renderTime(createdAt)}</td></tr>`;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

const units = [
  { seconds: 86_400, letter: 'd' },
  { seconds: 3_600, letter: 'h' },
  { seconds: 60, letter: 'min' },
] as const;

function formatDuration(seconds: number): string {
  const unit = units.find((each) => seconds >= each.seconds);
  return unit ? `${Math.floor(seconds / unit.seconds)} ${unit.letter}` : `${seconds} s`;
}
