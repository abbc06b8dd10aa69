// The names of the settings that the desk edits.

/** Each is a file of this name. */
export const settingNames = ['tax', 'money', 'support', 'withdrawal', 'reminders'] as const;
export type SettingName = (typeof settingNames)[number];
