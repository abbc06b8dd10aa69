// The settings at the desk: `const { text, save } = await openedSetting(shop, 'tax')`.
import type { SettingDraft, SettingDrafts, SettingName } from '../../src/modules/desk/settings/shapes.ts';
import { ownerOf, WHY } from './content.ts';
import type { Shop } from './shop.ts';

/** A setting as it is now, as an owner opens it. Drafts are its text with changes. */
export async function openedSetting<Name extends SettingName>(shop: Shop, name: Name) {
  type Changes = Partial<SettingDrafts[Name]>;
  const owner = await ownerOf(shop);
  const { body } = await owner.call('GET /api/setting', { name });
  const text = body.text as SettingDrafts[Name];
  const draftOf = (changes: Changes) => ({ name, text: { ...text, ...changes } }) as SettingDraft;
  return {
    owner,
    text,
    number: body.number,
    versions: body.versions,
    preview: (changes: Changes) => owner.call('POST /api/setting/preview', draftOf(changes)),
    save: (changes: Changes, from = body.number, by = owner) => by.call('POST /api/setting/save', { ...draftOf(changes), from, why: WHY }),
  };
}

/** The text of the newest version. */
export async function settingText(shop: Shop, name: SettingName): Promise<string> {
  const [row] = await shop.sql<{ text: string }>(
    `select text from owner_text where folder = 'settings' and file = $1 order by number desc limit 1`,
    [`${name}.yaml`],
  );
  return row?.text ?? '';
}
