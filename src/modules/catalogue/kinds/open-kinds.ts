// The kinds of a shop: content, and those of plugins.
import { deliverables } from '../shapes.ts';
import { createContentKind, type JudgeText } from './content.ts';
import { builtInChecks, type KindFindings, type PluginKind, type ShopKind } from './shapes.ts';

const findNothing = async (): Promise<KindFindings<never>> => ({ findings: [] });

export function openKinds(judgeText: JudgeText, ofPlugins: readonly PluginKind[]): (name: string | undefined) => ShopKind {
  const content = createContentKind(judgeText);
  const gate: ShopKind['checkBrief'] = async (brief) => ({ findings: await content.checkBrief(brief) });
  const contentOfShop: ShopKind = {
    ...content,
    name: 'content',
    maker: undefined,
    fileTypes: [],
    checksDeliveries: false,
    checkBrief: gate,
    checkDelivery: findNothing,
  };
  const own = new Map(ofPlugins.map((kind) => [kind.name, toShopKind(kind, gate)]));
  return (name) => (name === undefined ? contentOfShop : (own.get(name) ?? createMissingKind(name, gate)));
}

function toShopKind(
  { checks = builtInChecks, delivers = deliverables, fileTypes = [], ...kind }: PluginKind,
  gate: ShopKind['checkBrief'],
): ShopKind {
  const { name, label, maker, checkBrief = findNothing, checkDelivery } = kind;
  return {
    ...{ name, label, maker, checks, delivers, fileTypes },
    checksDeliveries: checkDelivery !== undefined,
    async checkBrief(brief, accountId) {
      const ofGate = checks.includes('policyGate') ? (await gate(brief, accountId)).findings : [];
      const { findings, failed } = await checkBrief(brief, accountId);
      return { findings: [...ofGate, ...findings], failed };
    },
    checkDelivery: checkDelivery ?? findNothing,
  };
}

/**
 * Its service is archived, but the orders live on. All checks of the shop run, and a person looks at what the
 * kind would have checked.
 */
function createMissingKind(name: string, gate: ShopKind['checkBrief']): ShopKind {
  const failed = 'no plugin of this shop has this kind';
  return {
    name,
    label: name,
    maker: undefined,
    ...{ checks: builtInChecks, delivers: [], fileTypes: [], checksDeliveries: true },
    checkBrief: async (brief, accountId) => ({ ...(await gate(brief, accountId)), failed }),
    checkDelivery: async () => ({ findings: [], failed }),
  };
}
