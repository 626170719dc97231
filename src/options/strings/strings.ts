import { formatCount, formatList, formatNumber } from '../../lib/base/locale.ts';
import { FORM_WORDS } from '../../ui/form-words.ts';
import { SHARED_WORDS } from '../../ui/words.ts';
import { MODEL_STRINGS } from './models.ts';
import {
  ABOUT_STRINGS,
  ANSWER_STRINGS,
  APPEARANCE_STRINGS,
  SELECTION_STRINGS,
  LANGUAGE_STRINGS,
  PHOTO_READER_STRINGS,
  SEARCH_STRINGS,
} from './sections.ts';
import { SCHEDULE_STRINGS } from './schedules.ts';
import { TOOL_STRINGS } from './tools.ts';

const TOOL_NAMES: Readonly<Record<string, string>> = { open_link: 'Open a link' };

export const t = {
  ...SHARED_WORDS,
  ...FORM_WORDS,
  title: 'KnowledgeLens settings',
  place: 'Part of the settings',
  places: {
    model: 'Model',
    answers: 'Answers',
    privacy: 'Privacy and access',
    selection: 'Selection',
    web: 'Web',
    tools: 'Tools',
    schedules: 'Schedules',
    pictures: 'Pictures',
    limits: FORM_WORDS.limits,
    appearance: 'Appearance',
    backup: 'Backup',
    about: 'About',
  },
  unsaved: 'Close without saving?',
  reset: (why: string) => `The stored settings couldn’t be used (${why}). These are the defaults.`,
  unreadable: (why: string) => `The settings couldn’t be read: ${why}. Reload this page to try again.`,

  saved: (name: string) => `Saved: ${name}.`,
  failed: (why: string) => `That didn’t work: ${why}`,
  listFull: (most: number) => `The list is full (${formatNumber(most)}).`,
  allow: 'Allow',
  test: 'Test',
  removeLabel: (name: string) => `Remove ${name}`,
  removeNow: 'Yes, remove it',
  removed: (name: string) => `${name} was removed.`,
  removeSure: (name: string, withKey: boolean) =>
    withKey ? `Remove ${name} and the API key saved for its server?` : `Remove ${name} from the list?`,
  modelSaved: (id: string) => `Saved: ${id}. Applies to your next question.`,
  savedNote: 'Saved. Applies to your next question.',
  notSaved: (why: string) => `Not saved: ${why}`,
  declined: (origin: string) =>
    `Permission wasn’t granted, so KnowledgeLens can’t reach ${origin}. Press the button again and choose “Allow”. Access is for this server only.`,
  fix: 'Check the marked fields.',

  tokenBudget: 'Max tokens per answer',
  budgetHelp: 'Input and output together. Partial results are kept.',
  warnAt: 'Warn at',
  warnHelp: 'Percent of the token limit.',
  maxSteps: 'Max steps per answer',
  stepsHelp: 'A step is one decision to use tools or to answer.',
  maxCost: 'Max cost per answer',
  costHelp: 'In US dollars. Empty for no limit.',
  costNeedsPrices: 'This limit needs the main model’s prices. Edit the model to enter them.',
  saveLimits: 'Save limits',

  historyHelp: 'Your conversations are saved on this computer, unencrypted, with the text and pictures they quote.',
  keepFor: 'Keep conversations for',
  keepForHelp: (bytes: number) =>
    `Counted from the last question. Pinned conversations stay. Beyond ${formatNumber(bytes / 1_000_000)} MB, the oldest unpinned ones are deleted first.`,
  keepTimes: { day: '1 day', week: '1 week', month: '30 days', year: '1 year', forever: 'until I delete them' },
  keepSure: (chats: number, time: string) =>
    `This deletes ${formatCount(chats, { one: '# conversation', other: '# conversations' })} now, unused for over ${time}. It can’t be undone.`,
  keepLess: 'Yes, delete',
  privateHelp: 'New conversations are deleted when you leave them or close their tab. Those in History stay.',
  settingSaved: 'Saved.',
  historySaved: 'Saved. Older conversations are deleted now.',

  spending: 'Spending',
  spendingHelp: 'What each model used, by day. Deleting conversations doesn’t change it.',
  noSpending: 'No model used yet. Usage will be listed here by day.',
  spendingColumns: ['day', 'model', 'tokens in', 'out', 'cost'],
  costUnknown: 'no price set',
  clearSpending: 'Clear spending',
  clearSpendingSure: 'Delete all spending records? This can’t be undone.',
  clearSpendingNow: 'Yes, delete',
  spendingCleared: 'Spending was cleared.',

  transfer: 'Export and import',
  transferHelp: 'Back up or move your settings.',
  withKeys: 'Include API keys (anyone who has the file can use them)',
  exportSettings: 'Export settings',
  exported: 'Saved, without API keys.',
  exportedKeys: (many: number) =>
    formatCount(many, {
      one: 'Saved, with # API key. Keep the file to yourself.',
      other: 'Saved, with # API keys. Keep the file to yourself.',
    }),
  notExported: (why: string) => `Nothing was exported: ${why}`,
  importSettings: 'Import settings',
  fileTooBig: (max: number) => `This file is over ${formatNumber(max / 1_000_000)} MB, so it isn’t a settings file.`,
  notImported: (why: string) => `Nothing was changed. ${why}`,
  importSure: (name: string, models: number, keys: number) =>
    `${name} holds ${formatCount(models, { one: '# model', other: '# models' })}, ${keys === 0 ? 'without API keys' : formatCount(keys, { one: 'with # API key', other: 'with # API keys' })}.`,
  importReplaces:
    'It replaces all your settings. Keys and sign-ins of servers that it lacks are removed. Always-allowed actions stay, except those of tool servers.',
  importServers: (hosts: readonly string[]) => `Its servers: ${formatList(hosts)}.`,
  importAccess: 'You’re asked for access when you first use each of them.',
  importNow: 'Replace my settings',
  imported: (models: number) => formatCount(models, { one: 'Imported: # model.', other: 'Imported: # models.' }),

  ...ANSWER_STRINGS,
  ...MODEL_STRINGS,

  ...SELECTION_STRINGS,
  ...ABOUT_STRINGS,
  ...APPEARANCE_STRINGS,

  ...SEARCH_STRINGS,
  ...TOOL_STRINGS,
  ...SCHEDULE_STRINGS,

  ...LANGUAGE_STRINGS,
  ...PHOTO_READER_STRINGS,

  access: 'Sites and servers',
  accessHelp: 'Sites and servers KnowledgeLens can reach without a click on its icon.',
  noAccess: 'None. Pages are read only when you ask.',
  forgetLabel: (origin: string) => `Remove access to ${origin}`,
  forgotten: (origin: string) => `Access to ${origin} was removed.`,
  notForgotten: (why: string) => `Access wasn’t removed: ${why}`,

  grants: 'Always-allowed actions',
  grantsHelp: 'These run without asking you each time.',
  noGrants: 'None. Actions ask for your approval first.',
  grant: (tool: string, origin: string) => `${Object.hasOwn(TOOL_NAMES, tool) ? TOOL_NAMES[tool] : tool}: ${origin}`,
  revoke: 'Revoke',
  revokeLabel: (name: string) => `Revoke ${name}`,
  grantRemoved: (name: string) => `Revoked from your next question on: ${name}`,
  grantKept: (why: string) => `Not revoked: ${why}`,

  errors: {
    endpointMissing: 'Enter the server’s address.',
    endpointInvalid: 'This isn’t a valid web address. Start with http:// or https://.',
    endpointExtra: 'Leave out user names, “?” and “#”. The key has its own field.',
    tooLong: (max: number) => formatCount(max, { one: 'At most # character.', other: 'At most # characters.' }),
    modelMissing: 'Enter the model’s name.',
    name: 'Up to 40 lower-case letters (a to z), digits and hyphens, such as my-server.',
    range: (min: number, max: number) => `A whole number from ${formatNumber(min)} to ${formatNumber(max)}.`,
    amount: (max: number) => `A number above 0, such as 0.15, up to ${formatNumber(max)}. Or leave it empty.`,
    otherPrice: 'Enter this price too, or clear all.',
    site: 'This isn’t a site’s address. Try example.org.',
    siteThere: 'Already in the list.',
    cxMissing: 'Enter your search engine’s ID.',
    presetTitle: 'Enter a name.',
    presetTaken: 'This name is taken.',
    presetPrompt: 'Enter a prompt.',
    seconds: (min: number, max: number) => `Seconds from ${formatNumber(min)} to ${formatNumber(max)}.`,
  },
} as const;
