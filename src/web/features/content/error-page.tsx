import { FaultNotice } from '../../layout/errors/error-notice.tsx';
import type { ScreenProps } from '../../router/page-data.ts';

export const Screen = ({ data }: ScreenProps<'fault'>) => <FaultNotice {...data} />;
