// Loads the PDF fonts: one with Japanese, one for European letters that it lacks. Runs in the render thread.
import { readFile } from 'node:fs/promises';
import { codeFile } from '../paths.ts';

export type Fonts = Readonly<Record<'plain' | 'bold' | 'latinPlain' | 'latinBold', Buffer>>;

const fontAt = (path: string) => readFile(codeFile(`node_modules/@expo-google-fonts/${path}`));

export const readFonts = async (): Promise<Fonts> => ({
  plain: await fontAt('noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
  bold: await fontAt('noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'),
  latinPlain: await fontAt('bricolage-grotesque/400Regular/BricolageGrotesque_400Regular.ttf'),
  latinBold: await fontAt('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'),
});
