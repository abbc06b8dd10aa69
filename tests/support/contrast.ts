// Contrast between two colours as the browser paints them.
import type { Locator } from '@playwright/test';

/** WCAG contrast of a colour with the background around an element, from 1 to 21, rounded to two digits. */
export const contrastWithBackdrop = (element: Locator, color: string): Promise<number> =>
  element.evaluate((inner, painted) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('no canvas');
    // A canvas converts every notation of a colour, such as oklch().
    const pixelOf = (value: string): readonly number[] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = value;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (value: string): number => {
      const [red = 0, green = 0, blue = 0] = pixelOf(value).map((each) => {
        const share = each / 255;
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const backdrop = (at: Element | null): string => {
      if (!at) return 'white';
      const { backgroundColor } = getComputedStyle(at);
      return pixelOf(backgroundColor)[3] === 255 ? backgroundColor : backdrop(at.parentElement);
    };
    const [darker = 0, lighter = 0] = [luminance(painted), luminance(backdrop(inner.parentElement))].sort((a, b) => a - b);
    return Math.round((100 * (lighter + 0.05)) / (darker + 0.05)) / 100;
  }, color);
