// Tells the services of the owner from those that the shop began with: the files of the first import, as long
// as they have their first name.
import { listFirstContent } from '#modules/content/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { listCurrentServices } from './queries.ts';
import type { ServiceState } from './shapes.ts';

export type ServiceSummary = {
  readonly file: string;
  readonly slug: string;
  readonly name: string;
  readonly number: number;
  readonly state: ServiceState;
};

export async function listOwnAndSampleServices(
  of: DbClient,
): Promise<{ readonly own: readonly ServiceSummary[]; readonly samples: readonly ServiceSummary[] }> {
  const services = await listCurrentServices(of);
  const first = new Map((await listFirstContent(of, 'catalogue')).map((row) => [row.file, row]));
  const beginning = Math.min(...[...first.values()].flatMap(({ origin, at }) => (origin === 'file' ? [at.getTime()] : [])));
  const isSample = ({ file, name }: ServiceSummary): boolean => {
    const row = first.get(file);
    return row?.origin === 'file' && row.at.getTime() === beginning && nameIn(row.value) === name;
  };
  return { own: services.filter((service) => !isSample(service)), samples: services.filter(isSample) };
}

const nameIn = (value: object | null): string | undefined => (value as { readonly name?: { readonly en?: string } } | null)?.name?.en;
