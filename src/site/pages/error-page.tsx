import { ErrorNotice } from '#ui/feedback/error-notice.tsx';
import type { ScreenProps } from '#ui/page/data.ts';

const ErrorPage = ({ data }: ScreenProps<'error'>) => <ErrorNotice {...data} />;

export { ErrorPage as Screen };
