// Handlers of the HTML forms that account mails link to: confirm an address, download a data export.
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { sendFile } from '#platform/http/bytes.ts';
import type { PageForm, PageOwn } from '#platform/http/page-forms.ts';
import { createPathCookie } from '#platform/http/path-cookie.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { href } from '../../pages.ts';
import type { AccountsModule } from './actions.ts';
import { EXPORT_COOKIE_SECONDS } from './rules.ts';
import { confirmEmailShape } from './shapes.ts';

type Shop = Pick<Config, 'shopUrl'>;

function parseCode(fields: Readonly<Record<string, string>>): string {
  const parsed = confirmEmailShape.safeParse(fields);
  if (!parsed.success) throw createValidationError(parsed.error.issues, fields);
  return parsed.data.code;
}

/** `side` is posted back so that a rejected form shows the same text. */
export const confirmForm = (accounts: Pick<AccountsModule, 'confirmEmail'>): PageForm => ({
  fields: ['code', 'side'],
  async take(fields, writer) {
    const { changed, waiting } = await accounts.confirmEmail(parseCode(fields), writer);
    return `${href('confirmEmail')}?sent=${changed ? 'changed' : (waiting ?? 'confirmed')}`;
  },
});

const createDataCookie = (config: Shop) => createPathCookie(config, { name: 'my-data', path: href('myData') });

export function createMyDataForm(config: Shop, accounts: Pick<AccountsModule, 'openExport'>): PageForm {
  const cookie = createDataCookie(config);
  return {
    fields: ['code'],
    take: async (fields, writer) => ({
      to: href('myData'),
      cookie: cookie.set(await accounts.openExport(parseCode(fields), writer), EXPORT_COOKIE_SECONDS),
    }),
  };
}

/** True if the cookie gives access to an export. */
export function getMyDataPage(config: Shop, accounts: Pick<AccountsModule, 'isExportOpen'>): PageOwn {
  const cookie = createDataCookie(config);
  return async (_, reader) => {
    const key = cookie.read(reader.cookies);
    return key !== undefined && (await accounts.isExportOpen(key)) ? true : undefined;
  };
}

/**
 * Served below the page's path, because the cookie is limited to it. If the export has expired, redirects to
 * the page.
 */
export function serveMyData(app: FastifyInstance, config: Shop, accounts: Pick<AccountsModule, 'savedExport'>): void {
  const cookie = createDataCookie(config);
  app.get(`${href('myData')}/file`, async (request, reply) => {
    const file = await accounts.savedExport(cookie.read(request) ?? '');
    reply.header('referrer-policy', 'no-referrer');
    return file ? sendFile(reply, file) : reply.header('cache-control', 'no-store').redirect(href('myData'), 303);
  });
}
