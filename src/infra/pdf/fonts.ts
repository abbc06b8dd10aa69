// The faces of what is printed: one with Japanese, one for the European letters that it lacks. Read by whoever draws, in its own thread.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export type Fonts = Readonly<Record<'plain' | 'bold' | 'latinPlain' | 'latinBold', Buffer>>;

const fontAt = (path: string) => readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}`)));

export const readFonts = async (): Promise<Fonts> => ({
  plain: await fontAt('noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
  bold: await fontAt('noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'),
  latinPlain: await fontAt('bricolage-grotesque/400Regular/BricolageGrotesque_400Regular.ttf'),
  latinBold: await fontAt('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'),
});
