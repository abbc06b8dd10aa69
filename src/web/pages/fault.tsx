import { FaultNotice } from '../parts/fault-notice.tsx';
import type { ScreenProps } from '../screens.ts';

export const Screen = ({ data }: ScreenProps<'fault'>) => <FaultNotice {...data} />;
