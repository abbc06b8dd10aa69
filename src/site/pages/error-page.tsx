import { FaultNotice } from '../../web/layout/errors/error-notice.tsx';
import type { ScreenProps } from '../../web/router/page/data.ts';

const ErrorPage = ({ data }: ScreenProps<'fault'>) => <FaultNotice {...data} />;

export { ErrorPage as Screen };
