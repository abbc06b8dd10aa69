/**
 * Pictures that are symbols of another file have its address apart, so that it is not loaded before the first
 * paint.
 */
export function loadPictures(root: ParentNode): void {
  for (const use of root.querySelectorAll<SVGUseElement>('use[data-href]')) use.setAttribute('href', use.dataset.href ?? '');
}
