// Public API of the texts module: versions of the owner's texts, the brand, the content of pages, the
// policies and the settings.

export { importBrand, openBrand } from './brand.ts';
export { importContent, openContent } from './content.ts';
export { folderVersion, type LiveText, liveText, parsedTexts } from './live-text.ts';
export { importPolicies, openPolicies } from './policies.ts';
export { firstTexts, listVersions, lockFolder, newestNumbers, seenHash } from './queries.ts';
export { createReader } from './reading.ts';
export { checkSettings, defaultSetting, importSettings, readSettings, type SettingParsers } from './settings.ts';
export {
  changedFiles,
  currentTexts,
  deskTexts,
  formatStamp,
  type ImportedText,
  importFiles,
  type OwnerFile,
  type OwnerText,
  textsAt,
  writeTexts,
} from './versions.ts';

/** Loaded lazily: only editing needs it. */
export const editBrand = () => import('./brand-edit.ts');
/** The same. */
export const editPolicies = () => import('./policy-edit.ts');
/** The same. */
export const editContent = () => import('./content/edit.ts');
