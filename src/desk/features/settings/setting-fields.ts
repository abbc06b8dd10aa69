// What the fields of every setting need.
import type { BuiltInLocale } from '#lib/locale.ts';
import type { DeskMutation } from '../../shared/forms/stateful-form.tsx';

export type SettingFields<Text> = {
  readonly text: Text;
  readonly onText: (text: Text) => void;
  readonly sending: DeskMutation;
};

/** Of settings that have sentences. */
export type TranslatedFields<Text> = SettingFields<Text> & {
  readonly locale: BuiltInLocale;
  readonly setLocale: (locale: BuiltInLocale) => void;
};
