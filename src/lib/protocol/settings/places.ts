/** The places of the settings page, in the order of its navigation. Each is the fragment of a link to it. */
export const SETTINGS_PLACES = [
  'model',
  'answers',
  'privacy',
  'selection',
  'web',
  'tools',
  'schedules',
  'pictures',
  'limits',
  'appearance',
  'backup',
  'about',
] as const;

export type SettingsPlace = (typeof SETTINGS_PLACES)[number];
