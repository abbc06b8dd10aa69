// Worker thread of one plugin that receives notices: code that hangs is ended with it.
import type { Plugin } from './plugin.ts';

/** `module`: the address of the plugin's entry. */
export type NoticeWork = { readonly module: string; readonly kind: 'staff' | 'customer'; readonly notice: unknown };

export async function work({ module, kind, notice }: NoticeWork): Promise<void> {
  const { default: plugin } = (await import(module)) as { default: Plugin };
  await (plugin.notices?.[kind] as ((notice: unknown) => unknown) | undefined)?.(notice);
}
