// Public API of the texts module: versions of the owner's texts, the brand, the content of pages, the
// policies and the settings.

/** Loaded lazily: only editing needs it. */
export const editBrand = () => import('./brand-edit.ts');
/** The same. */
export const editPolicies = () => import('./policy-edit.ts');
/** The same. */
export const editContent = () => import('./content/edit.ts');
