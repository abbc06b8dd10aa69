// Loads the PDF fonts: one with Japanese, one for European letters that it lacks. Runs in the render thread.
import { readFile } from 'node:fs/promises';
import { codeFile } from '../paths.ts';

export type Fonts = Readonly<Record<'plain' | 'bold' | 'latinPlain' | 'latinBold', Buffer>>;

const readFont = (path: string) => readFile(codeFile(`node_modules/@expo-google-fonts/${path}`));

export const readFonts = async (): Promise<Fonts> => ({
  plain: await readFont('noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
  bold: await readFont('noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'),
  latinPlain: await readFont('bricolage-grotesque/400Regular/BricolageGrotesque_400Regular.ttf'),
  latinBold: await readFont('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'),
});
