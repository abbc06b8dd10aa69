// The status page as HTML: versions, queues and failures.
import type { BackupStatus } from '../../infra/backup/open-backup.ts';
import { moment } from '../../infra/internal-pages/page.ts';
import type { GivenUpJob } from '../../infra/jobs/admin.ts';
import { html, type Markup } from '../../lib/markdown/html.ts';
import type { FailedMail } from '../../modules/mail/actions.ts';
import type { Status } from './status.ts';

export const statusPage = (status: Status): Markup => html`<div class="shell">
<aside class="rail"><a class="mark" href="/">Fanfare <span class="soft">desk</span></a><nav aria-label="Desk"><a href="/status" aria-current="page">Status</a><a href="/metrics">Metrics</a></nav></aside>
<main class="work"><div class="bar"><h1>Status</h1>${verdict(status)}<span class="soft end">${moment(status.now)} UTC · <a href="/status">Refresh</a></span></div>
<dl class="tiles">${tiles(status).map(tile)}</dl>
${status.jobs && section('Jobs that were given up', jobTable(status.givenUp))}
${status.mail && section('Mail that could not be sent', mailTable(status.mail.failed))}
</main></div>`;

function verdict({ database, jobs, mail }: Status): Markup {
  if (!jobs || !mail || 'silent' in database) return html`<span class="badge badge-bad">The database does not answer</span>`;
  if (jobs.givenUp > 0) return html`<span class="badge badge-bad">Needs a look</span>`;
  if (mail.failed.length > 0) return html`<span class="badge badge-bad">Mail waits</span>`;
  return html`<span class="badge badge-done">All well</span>`;
}

type Tile = { readonly label: string; readonly value: string | number; readonly note: string };

function tiles({ version, buildId, offers, backup, database, jobs, mail, upSeconds, memoryMebibytes }: Status): Tile[] {
  return [
    { label: 'Version', value: version, note: `build ${buildId}` },
    { label: 'Up for', value: duration(upSeconds), note: `${memoryMebibytes} MiB of memory` },
    'silent' in database
      ? { label: 'Database', value: 'silent', note: database.silent }
      : { label: 'Database', value: `${database.milliseconds} ms`, note: 'for the shortest question' },
    ...(jobs ? [{ label: 'Jobs waiting', value: jobs.waiting, note: `${jobs.running} running, ${jobs.failed} to be tried again` }] : []),
    ...(jobs ? [{ label: 'Jobs given up', value: jobs.givenUp, note: 'they wait for you' }] : []),
    ...(mail ? [{ label: 'Mail unsent', value: mail.unsent, note: 'in the outbox' }] : []),
    backupTile(backup),
    { label: 'Offers', value: offers, note: 'in the catalogue' },
  ];
}

function backupTile({ ageSeconds, bytes, logAgeSeconds, checkAgeSeconds }: BackupStatus): Tile {
  const checked = checkAgeSeconds === undefined ? 'never checked' : `checked ${duration(checkAgeSeconds)} ago`;
  if (ageSeconds === undefined) return { label: 'Backup', value: 'none', note: 'none has left a mark here' };
  const size = bytes === undefined ? [] : [`${(bytes / 1_000_000).toFixed(1)} MB`];
  const copied = logAgeSeconds === undefined ? [] : [`log copied ${duration(logAgeSeconds)} ago`];
  return { label: 'Backup', value: `${duration(ageSeconds)} ago`, note: [...size, ...copied, checked].join(', ') };
}

const tile = ({ label, value, note }: Tile): Markup =>
  html`<div class="card tile"><dt>${label}</dt><dd><b>${value}</b><span>${note}</span></dd></div>`;

const section = (title: string, content: Markup): Markup => html`<section class="section"><h2>${title}</h2>${content}</section>`;

const jobTable = (jobs: readonly GivenUpJob[]): Markup =>
  jobs.length === 0
    ? html`<p class="card note">None. A job is tried again by itself, and shown here when that did not help.</p>`
    : html`<div class="card table" role="region" aria-label="Jobs that were given up" tabindex="0"><table><thead><tr><th>Job</th><th class="num">Id</th><th class="num">Tries</th><th>Last error</th><th>Last try</th><th></th></tr></thead>
<tbody>${jobs.map(jobRow)}</tbody></table></div>`;

const jobRow = ({
  id,
  task,
  attempts,
  lastError,
  lastTriedAt,
}: GivenUpJob): Markup => html`<tr><td class="least">${task}</td><td class="num">${id}</td>
<td class="num">${attempts}</td><td>${lastError}</td><td class="least">${moment(lastTriedAt)}</td>
<td class="num"><form method="post" action="/jobs/${id}/retry"><button class="button" type="submit" aria-label="Try job ${id} again">Try again</button></form></td></tr>`;

const mailTable = (mails: readonly FailedMail[]): Markup =>
  mails.length === 0
    ? html`<p class="card note">None. Mail waits while the mail server is silent, and goes out when it is back.</p>`
    : html`<div class="card table" role="region" aria-label="Mail that could not be sent" tabindex="0"><table><thead><tr><th>Mail</th><th>To</th><th>Language</th><th class="num">Tries</th><th>Last error</th><th>Posted</th></tr></thead>
<tbody>${mails.map(mailRow)}</tbody></table></div>`;

const mailRow = ({
  mail,
  to,
  locale,
  attempts,
  lastError,
  createdAt,
}: FailedMail): Markup => html`<tr><td class="least">${mail}</td><td>${to}</td>
<td>${locale}</td><td class="num">${attempts}</td><td>${lastError}</td><td class="least">${moment(createdAt)}</td></tr>`;

const units = [
  { seconds: 86_400, letter: 'd' },
  { seconds: 3_600, letter: 'h' },
  { seconds: 60, letter: 'min' },
] as const;

function duration(seconds: number): string {
  const unit = units.find((each) => seconds >= each.seconds);
  return unit ? `${Math.floor(seconds / unit.seconds)} ${unit.letter}` : `${seconds} s`;
}
