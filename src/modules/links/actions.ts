// Addresses that open one thing without a log-in. The code is the id of the link and its signature, so the
// address can be shown again, and nobody can guess one. A link is counted, and it can be revoked.

import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { DbClient } from '#platform/database/database.ts';
import { signer } from '#platform/identity/hmac.ts';
import { newId } from '#platform/new-id.ts';
import { href } from '../../pages.ts';
import type { OpenLink } from './queries.ts';
import * as queries from './queries.ts';
import type { openLink } from './tables.ts';

/** The page that it opens. */
export type LinkPurpose = (typeof openLink.$inferSelect)['purpose'];

export type LinksModule = ReturnType<typeof createLinks>;

type LinkTerms = Pick<OpenLink, 'accountId' | 'expiresAt' | 'mayComment' | 'mayApprove'>;
type Subject = { readonly purpose: LinkPurpose; readonly subjectId: string };

const ID_CHARS = 22;
/** An id, and a signature of 32 bytes. */
const CODE = /^[\w-]{65}$/;

export function createLinks({ ctx, secrets }: { readonly ctx: AppContext; readonly secrets: Secrets }) {
  const { config, clock, db } = ctx;
  const getSigner = () => signer(secrets.derive('open links'));
  const signCode = (id: string, purpose: LinkPurpose) => toShort(id) + getSigner().sign(purpose, id);
  const getAddress = (id: string, purpose: LinkPurpose) => `${config.shopUrl}${href(purpose)}?code=${signCode(id, purpose)}`;

  return {
    async create(tx: DbClient, { purpose, subjectId, accountId }: Subject & { readonly accountId: string }): Promise<string> {
      const createdAt = clock.now();
      const id = newId(createdAt);
      await queries.insertLink(tx, { id, purpose, subjectId, accountId, createdAt });
      return getAddress(id, purpose);
    },

    /** The only link of its subject: one of before opens nothing any more. */
    async replace(tx: DbClient, { purpose, subjectId, ...link }: Subject & LinkTerms): Promise<string> {
      await queries.dropLink(tx, purpose, subjectId);
      const createdAt = clock.now();
      const id = newId(createdAt);
      await queries.insertLink(tx, { id, purpose, subjectId, createdAt, ...link });
      return getAddress(id, purpose);
    },

    /** With what it allows and how often it was opened. */
    async findOpen(from: DbClient, purpose: LinkPurpose, subjectId: string): Promise<(OpenLink & { readonly link: string }) | undefined> {
      const [found] = await queries.listLinks(from, purpose, [subjectId]);
      if (!found || (found.expiresAt && found.expiresAt <= clock.now())) return undefined;
      return { ...found, link: getAddress(found.id, purpose) };
    },

    /** The address that opens it, or a new one. */
    async ensure(tx: DbClient, subject: Subject & { readonly accountId: string }): Promise<string> {
      const known = await this.find(tx, subject.purpose, subject.subjectId);
      if (known) return known;
      // A revoked one opens nothing any more.
      await queries.dropLink(tx, subject.purpose, subject.subjectId);
      return this.create(tx, subject);
    },

    async find(from: DbClient, purpose: LinkPurpose, subjectId: string): Promise<string | null> {
      const [found] = await queries.listLinks(from, purpose, [subjectId]);
      return found ? getAddress(found.id, purpose) : null;
    },

    /** The addresses of these subjects; without those of revoked links. */
    async list(from: DbClient, purpose: LinkPurpose, subjectIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const found = await queries.listLinks(from, purpose, subjectIds);
      return new Map(found.map(({ id, subjectId }) => [subjectId, getAddress(id, purpose)]));
    },

    /** What the code opens; undefined if it opens nothing any more. */
    async open(code: string, purpose: LinkPurpose): Promise<OpenLink | undefined> {
      if (!CODE.test(code)) return undefined;
      const id = toId(code.slice(0, ID_CHARS));
      return getSigner().isSigned(purpose, id, code.slice(ID_CHARS)) ? queries.takeLink(db.orm, id, purpose, clock.now()) : undefined;
    },

    async revoke(tx: DbClient, { purpose, subjectId }: Subject): Promise<boolean> {
      const found = await queries.findLink(tx, purpose, subjectId);
      return found !== undefined && queries.revokeLink(tx, found.id, clock.now());
    },
  };
}

const toShort = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

const toId = (short: string): string =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
