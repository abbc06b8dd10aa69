import { NotFound } from '#ui/feedback/not-found.tsx';
import type { ScreenProps } from '#ui/page/data.ts';

export const Screen = ({ data: { path } }: ScreenProps<'notFound'>) => <NotFound path={path} />;
