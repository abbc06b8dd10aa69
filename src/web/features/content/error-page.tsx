import { FaultNotice } from '../../layout/errors/error-notice.tsx';
import type { ScreenProps } from '../../router/page-data.ts';

export const ErrorPage = ({ data }: ScreenProps<'fault'>) => <FaultNotice {...data} />;
