// The shop's true delivery times, by service, which its pages show. Read every few minutes instead of for a
// page, because the query reads each delivery of three months.
import type { DeliverySpan, DeliveryTimes, ServiceNumber, Storefront } from '#modules/catalogue/shapes.ts';
import type { AppContext } from '#platform/app-context.ts';
import { formatCause } from '#platform/logging/log.ts';
import { listDeliveryTimes } from './desk/queries-reports.ts';

const REFRESH_MS = 10 * 60_000;

export function openDeliveryTimes({ db, clock, log }: AppContext) {
  let times: Readonly<Record<ServiceNumber, DeliveryTimes>> = {};
  let version = 0;
  let views = new WeakMap<Storefront, Storefront>();
  let timer: NodeJS.Timeout | undefined;

  async function refresh(): Promise<void> {
    try {
      const rows = await listDeliveryTimes(db.orm, clock.now());
      const found = Object.fromEntries(
        rows.map(({ service, count, half, most }) => [service, { count, half: roundUp(half), most: roundUp(most) }]),
      );
      if (JSON.stringify(found) === JSON.stringify(times)) return;
      times = found;
      version += 1;
      views = new WeakMap();
    } catch (cause) {
      log.warn({ cause: formatCause(cause) }, 'deliveries.times.failed');
    }
  }

  return {
    /** Pages that show the times are of this version. */
    version: () => version,
    /** The same object until the catalogue or the times change: what a page shows is kept by it. */
    addTo(storefront: Storefront): Storefront {
      const view = views.get(storefront) ?? { ...storefront, deliveryTimes: times };
      views.set(storefront, view);
      return view;
    },
    refresh,
    start(): void {
      timer = setInterval(() => void refresh(), REFRESH_MS).unref();
      void refresh();
    },
    stop: () => clearInterval(timer),
  };
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

export function roundUp(seconds: number): DeliverySpan {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE_SECONDS));
  return minutes < MINUTE_SECONDS ? { amount: minutes, unit: 'minutes' } : { amount: Math.ceil(seconds / HOUR_SECONDS), unit: 'hours' };
}
