// Runs a check of a plugin's kind in the makers' thread.
import { parseBriefFindings, parseDeliveryFindings } from '#modules/catalogue/kinds/rules.ts';
import type { ServiceKind } from '#modules/catalogue/kinds/shapes.ts';
import type { KindTask, MakerResult } from './work.ts';

type PluginModule = { readonly default: { readonly serviceKinds: Readonly<Record<string, ServiceKind | undefined>> } };

export async function runPluginKind(task: KindTask): Promise<MakerResult['outcome']> {
  const { default: plugin } = (await import(task.module)) as PluginModule;
  if (task.reads === 'nothing') return { found: [] };
  const kind = plugin.serviceKinds[task.kind.slice(task.kind.indexOf(':') + 1)];
  const found =
    task.reads === 'brief'
      ? parseBriefFindings(await kind?.checkBrief?.(task.brief), task.brief)
      : parseDeliveryFindings(await kind?.checkDelivery?.(task.delivery));
  return typeof found === 'string' ? { failed: 'rubbish', why: `The plugin ${found}.` } : { found };
}
