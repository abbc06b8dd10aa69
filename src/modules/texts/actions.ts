// Public API of the texts module: versions of the owner's texts, the brand, the content of pages, the
// policies and the settings.

export { importBrand, openBrand, prepareBrand } from './brand.ts';
export { importContent, openContent, prepareContent } from './content.ts';
export { folderVersion, type LiveText, liveText, parsedTexts } from './live-text.ts';
export { importPolicies, openPolicies, preparePolicies } from './policies.ts';
export { firstTexts, listVersions, lockFolder, newestNumbers, seenHash, storedTexts, takeOverTexts } from './queries.ts';
export { createReader } from './reading.ts';
export { checkSettings, defaultSetting, prepareSettings, readSettings, type SettingParsers } from './settings.ts';
export {
  currentTexts,
  deskTexts,
  formatStamp,
  type Import,
  type ImportChoice,
  type ImportConflict,
  type ImportedText,
  importFiles,
  keepDesk,
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
