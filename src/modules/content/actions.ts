// Public API of the content module: versions of the owner's texts, the brand, the content of pages, the
// policies and the settings. The settings module edits them at the desk.

/** Loaded lazily: only editing needs it. */
export const editBrand = () => import('./brand-edit.ts');
/** The same. */
export const editPolicies = () => import('./policy-edit.ts');
/** The same. */
export const editContent = () => import('./pages-edit.ts');
