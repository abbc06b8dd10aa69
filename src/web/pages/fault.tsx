import type { ScreenProps } from '../page-data.ts';
import { FaultNotice } from '../parts/fault-notice.tsx';

export const Screen = ({ data }: ScreenProps<'fault'>) => <FaultNotice {...data} />;
