import { FaultNotice } from '../../layout/errors/error-notice.tsx';
import type { ScreenProps } from '../../router/page/data.ts';

const ErrorPage = ({ data }: ScreenProps<'fault'>) => <FaultNotice {...data} />;

export { ErrorPage as Screen };
