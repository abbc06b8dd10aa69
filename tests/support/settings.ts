// The settings at the desk: `const { text, save } = await openedSetting(shop, 'tax')`.
import type { SettingDraft, SettingDrafts } from '#modules/settings/shapes.ts';
import type { SettingName } from '#modules/settings/shapes-names.ts';
import { getOwner, WHY } from './content.ts';
import type { Shop } from './shop.ts';

/** A setting as it is now, as an owner opens it. Drafts are its text with changes. */
export async function openedSetting<Name extends SettingName>(shop: Shop, name: Name) {
  type Changes = Partial<SettingDrafts[Name]>;
  const owner = await getOwner(shop);
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
