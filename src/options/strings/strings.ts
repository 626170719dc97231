import { formatNumber } from '../../lib/base/numbers.ts';
import { formatCount, MODEL_STRINGS } from './models.ts';
import { ABOUT_STRINGS, SELECTION_STRINGS, LANGUAGE_STRINGS, SEARCH_STRINGS } from './sections.ts';

const TOOL_NAMES: Readonly<Record<string, string>> = { open_link: 'Open a link' };

export const t = {
  title: 'KnowledgeLens settings',
  loading: 'Loading…',
  reset: (why: string) => `The stored settings could not be used and were put aside; these are the defaults. (${why})`,
  unreadable: (why: string) => `The settings could not be read: ${why}. Reload this page to try again.`,

  save: 'Save',
  saving: 'Saving…',
  saved: (name: string) => `Saved: ${name}.`,
  failed: (why: string) => `That did not work: ${why}`,
  listFull: (most: number) => `The list is full: it holds ${formatNumber(most)}.`,
  cancel: 'Cancel',
  allow: 'Allow',
  edit: 'Edit',
  editLabel: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  removeNow: 'Yes, remove it',
  removed: (name: string) => `${name} was removed.`,
  removeSure: (name: string, withKey: boolean) =>
    withKey ? `Remove ${name}, and the API key saved for its server?` : `Remove ${name} from the list?`,
  modelSaved: (id: string) => `Saved: ${id}. The next run uses these settings.`,
  savedNote: 'Saved. The next run uses these settings.',
  notSaved: (why: string) => `Not saved: ${why}`,
  declined: (origin: string) =>
    `The browser’s question was declined, so KnowledgeLens may not reach ${origin}. Press the button again and choose “Allow”; access is for this server alone.`,
  fix: 'Some entries need another look; the first of them is marked.',

  limits: 'Limits',
  tokenBudget: 'Token budget',
  budgetHelp: 'The most one run may spend, input and output together. At the limit it stops and keeps what it has.',
  warnAt: 'Warn from',
  warnHelp: 'Percent of the token budget from which the panel warns you.',
  maxSteps: 'Most steps per run',
  stepsHelp: 'A step is one decision: to use tools, or to answer.',
  maxCost: 'Highest cost per run',
  costHelp: 'In the currency of the prices (US dollars at list prices); empty for no limit.',
  costNeedsPrices: 'This limit works only when the main model’s prices are known: edit the model to enter them.',
  saveLimits: 'Save limits',

  history: 'History',
  historyHelp:
    'Your conversations are kept in this browser’s profile on this computer, unencrypted, with the texts and pictures that their quotes rest on.',
  keepFor: 'Keep conversations for',
  keepForHelp: (bytes: number) =>
    `Counted from the last question. Pinned conversations stay. Beyond ${formatNumber(bytes / 1_000_000)} MB the oldest that are not pinned are deleted first.`,
  keepTimes: { day: '1 day', week: '1 week', month: '30 days', year: '1 year', forever: 'until I delete them' },
  private: 'Private: keep nothing',
  privateHelp: 'New conversations are deleted when you leave them or close their tab. Those in History stay.',
  historySaved: 'Saved. What is older is deleted now.',

  spending: 'Spending',
  spendingHelp: 'What each model took, day by day. It stays when conversations are cleared.',
  noSpending: 'No model has been used yet. What each takes is listed here, day by day.',
  spendingColumns: ['day', 'model', 'tokens in', 'out', 'cost'],
  costsNothing: 'nothing',
  costUnknown: 'not known',
  costAtLeast: (amount: string) => `at least ${amount}`,
  clearSpending: 'Clear spending',
  clearSpendingSure: 'Forget what was spent on all days, in this session and by agents? This cannot be undone.',
  clearSpendingNow: 'Yes, forget it',
  spendingCleared: 'All sums begin at nothing again.',

  transfer: 'Export and import',
  transferHelp:
    'Models, roles, limits, search engines and what is set for selections as a file, for another computer or to keep.',
  withKeys: 'With API keys: anyone who has the file can use them',
  exportSettings: 'Export settings',
  exported: 'The file was saved, without keys.',
  exportedKeys: (many: number) => `The file was saved, with ${formatCount(many, 'API key')}. Keep it to yourself.`,
  notExported: (why: string) => `Nothing was exported: ${why}`,
  importSettings: 'Import settings',
  fileTooBig: (max: number) => `This file is larger than ${formatNumber(max / 1_000_000)} MB, so it holds no settings.`,
  notImported: (why: string) => `Nothing was changed. ${why}`,
  importSure: (name: string, models: number, keys: number) =>
    `${name} holds ${formatCount(models, 'model')}, ${keys === 0 ? 'without API keys' : `with ${formatCount(keys, 'API key')}`}.`,
  importReplaces:
    'It replaces your models, roles, limits, search engines and what is set for selections. Keys of other servers and what you always allow stay.',
  importServers: (hosts: readonly string[]) => `Its servers: ${hosts.join(', ')}.`,
  importAccess: 'Access to them is asked for when you first test a model, try an engine or press “Allow” beside it.',
  importNow: 'Replace my settings',
  imported: (models: number) => `Imported: ${formatCount(models, 'model')}.`,

  ...MODEL_STRINGS,

  ...SELECTION_STRINGS,
  ...ABOUT_STRINGS,

  ...SEARCH_STRINGS,

  ...LANGUAGE_STRINGS,

  access: 'Access you have given',
  accessHelp: 'Sites and servers KnowledgeLens may reach without a click on its icon.',
  noAccess: 'None. A page is read only after you ask for it.',
  allSites: 'All sites',
  forget: 'Remove',
  forgetLabel: (origin: string) => `Remove access to ${origin}`,
  forgotten: (origin: string) => `Access to ${origin} was removed.`,
  notForgotten: (why: string) => `The browser kept the access: ${why}`,

  grants: 'What you always allow',
  grantsHelp:
    'Tools that reach a site without asking you each time. Runs that are under way keep what they began with.',
  noGrants: 'Nothing. Whatever could carry something out asks you first.',
  grant: (tool: string, origin: string) => `${Object.hasOwn(TOOL_NAMES, tool) ? TOOL_NAMES[tool] : tool}: ${origin}`,
  removeGrantLabel: (name: string) => `No longer always allow ${name}`,
  grantRemoved: (name: string) => `Asked about again from the next run on: ${name}`,
  grantKept: (why: string) => `It could not be removed: ${why}`,

  errors: {
    endpointMissing: 'Enter the server’s address.',
    endpointInvalid: 'This is not a web address. It should begin with http:// or https://.',
    endpointExtra: 'Leave out user names, “?” and “#”: the key goes into its own field.',
    tooLong: (max: number) => `At most ${formatNumber(max)} characters.`,
    modelMissing: 'Enter the model’s name.',
    name: 'Up to 40 lower-case letters (a to z), digits and hyphens, such as my-server.',
    range: (min: number, max: number) => `A whole number from ${formatNumber(min)} to ${formatNumber(max)}.`,
    amount: (max: number) => `A number above 0, such as 0.15, and at most ${formatNumber(max)}; or leave it empty.`,
    otherPrice: 'Enter this price too, or none.',
    site: 'This is no address of a site. Type it as in example.org.',
    siteThere: 'It is in the list already.',
    cxMissing: 'Enter the id of your search engine.',
    presetTitle: 'Give it a name.',
    presetTaken: 'Another one has this name.',
    presetPrompt: 'Say what is to be done.',
    seconds: (min: number, max: number) => `Seconds from ${formatNumber(min)} to ${formatNumber(max)}.`,
  },
} as const;
