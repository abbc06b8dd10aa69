import { FaultNotice } from '#ui/feedback/error-notice.tsx';
import type { ScreenProps } from '#ui/page/data.ts';

const ErrorPage = ({ data }: ScreenProps<'fault'>) => <FaultNotice {...data} />;

export { ErrorPage as Screen };
