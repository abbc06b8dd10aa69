// Folders of plain files, and moves of them into a shop and out of it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogue } from '#modules/catalogue/actions.ts';
import type { MoveRequest, MoveResult } from '#modules/moving/deps.ts';
import { openFolder } from '#modules/moving/folder.ts';
import { moveIn } from '#modules/moving/move-in.ts';
import { moveOut } from '#modules/moving/move-out.ts';
import { openStore } from '#platform/files/store.ts';
import type { Shop } from './shop.ts';

export type Files = Readonly<Record<string, string>>;

function writeFolder(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-move-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function movingDeps({ ctx }: Pick<Shop, 'ctx'>) {
  const catalogue = await openCatalogue(ctx, async () => undefined, { kinds: [], instantMakers: [] });
  return { ctx, catalogue, store: await openStore(ctx.config), isStripeConnected: false };
}

export async function bringIn(shop: Pick<Shop, 'ctx'>, files: Files | string, request: Partial<MoveRequest> = {}): Promise<MoveResult> {
  const source = await openFolder(typeof files === 'string' ? files : writeFolder(files));
  if (!source) throw new Error('there is no folder');
  return moveIn(await movingDeps(shop), source, { system: 'csv', dryRun: false, ...request });
}

export async function takeOut(shop: Pick<Shop, 'ctx'>, withPasswords = false) {
  const folder = writeFolder({});
  return { folder, result: await moveOut(await movingDeps(shop), folder, { withPasswords }) };
}

/** The lines of each file in an order of their own. */
export const readLines = (folder: string): Record<string, string[]> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length + 1), readFileSync(join(parentPath, name), 'utf8')])
      .map(([name = '', text = '']) => [name, text.split('\r\n').toSorted()]),
  );

/** An agency: clients with everything that they had in the system before. */
export function agency(
  clients: number,
  { orders = 1, invoices = 1, domain = 'agency.example', nextAt = '2027-01-15T09:00:00Z' } = {},
): Files {
  const each = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, index) => line(index)).join('\n');
  const email = (index: number) => `client${index % clients}@${domain}`;
  return {
    'clients.csv': `email,name,company,vatId,country,city,address,zipCode,language,tags,notes,createdAt,stripeCustomerId,passwordHash\n${each(
      clients,
      (index) =>
        `${email(index)},Client Number${index},Company ${index},,NO,Oslo,Street ${index},0150,en,old|tag ${index % 5},"Likes ""tea"", and\ncake",2023-01-01,cus_${domain.replaceAll('.', '')}${index},`,
    )}`,
    'orders.csv': `number,email,title,service,status,price,currency,createdAt,deliveredAt\n${each(
      orders,
      (index) =>
        `OLD-${domain}-${index},${email(index)},Logo ${index},Design,${index % 9 === 0 ? 'cancelled,' : 'delivered,'}${100 + index}.50,EUR,2024-02-03T10:00:00Z,2024-02-05`,
    )}`,
    'invoices.csv': `number,email,date,net,vat,total,currency,paid,dueAt,file\n${each(
      invoices,
      (index) =>
        `INV-${domain}-${index},${email(index)},2024-02-03,100.00,25.00,125.00,EUR,${index % 7 === 0 ? 'false' : 'true'},2024-03-03,`,
    )}`,
    'balances.csv': `email,currency,cash,credit\n${each(clients, (index) => `${email(index)},EUR,${10 + index}.00,5.00`)}`,
    'tickets.csv': `email,subject,message,createdAt,state\n${email(0)},Where is my logo?,"Hello,\n\nplease say.",2024-02-04T08:30:00Z,closed\n`,
    'subscriptions.csv': `email,offerId,quantity,platform,price,currency,interval,nextAt,stripeCustomerId,stripePaymentMethodId\n${email(0)},growth-accelerator-bundle,1,,300.00,EUR,month,${nextAt},cus_${domain.replaceAll('.', '')}0,pm_${domain.replaceAll('.', '')}0\n`,
  };
}
