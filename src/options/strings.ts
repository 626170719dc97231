/** Every word of the settings page, in one place to be translated. */
import type { Prices } from '../lib/models/prices.ts';

const number = (value: number): string => value.toLocaleString('en');
const usd = (value: number): string =>
  value.toLocaleString('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

const TOOL_NAMES: Readonly<Record<string, string>> = { open_link: 'Open a link' };

export const t = {
  title: 'KnowledgeLens settings',
  loading: 'Loading…',
  reset: (why: string) => `The stored settings could not be used and were put aside; these are the defaults. (${why})`,
  unreadable: (why: string) => `The settings could not be read: ${why}. Reload this page to try again.`,

  engine: 'Who writes summaries and answers',
  extractive: 'Built-in engine',
  extractiveHelp:
    'Picks the most telling sentences of the page. No model, no key, no network: nothing leaves this computer.',
  server: 'A model server',
  serverHelp: 'Any server that speaks the OpenAI protocol: on this computer, in your network, or a provider’s.',

  connection: 'Server',
  presets: 'Fill in for',
  endpoint: 'Endpoint',
  endpointHelp: 'The base address up to and including the version, such as http://localhost:11434/v1.',
  model: 'Model',
  modelHelp: 'The name as the server knows it, such as llama3.2 or gpt-4o-mini.',
  key: 'API key',
  keyHelp:
    'Kept on this computer, sent to this server alone, and never shown again. Servers on your own computer rarely need one.',
  keySaved: (origin: string) => `A key is saved for ${origin}. Type another to replace it.`,
  keyPlaceholder: 'saved',
  removeKey: 'Remove key',
  keyRemoved: 'The key was removed.',

  contextTokens: 'Context window',
  contextHelp:
    'Tokens the server really serves, input and output together. Longer pages are read part by part. (Ollama serves 4,096 unless told otherwise.)',
  toolCalling: 'Tool calls',
  toolCallingHelp: 'How the model asks for its tools. Choose “in the text” when the server refuses them.',
  toolCallingWays: {
    native: 'By the protocol (most models)',
    text: 'In the text (for models without tool calls)',
  },

  limits: 'Limits',
  tokenBudget: 'Token budget',
  budgetHelp: 'The most one run may spend, input and output together. At the limit it stops and keeps what it has.',
  warnAt: 'Warn from',
  warnHelp: 'Percent of the token budget from which the panel warns you.',
  maxSteps: 'Most steps per run',
  stepsHelp: 'A step is one decision: to use tools, or to answer.',
  prices: 'Prices',
  priceInput: 'Input price',
  priceCached: 'Cached input price',
  priceOutput: 'Output price',
  pricesHelp: 'Per million tokens, in your own currency. Without a cached price, cached input costs as other input.',
  listPrice: ({ input, cached, output, asOf }: Prices) =>
    `List price of ${asOf}: ${usd(input)} in, ${usd(cached)} cached, ${usd(output)} out. Type your own to override.`,
  noListPrice: 'No price is known for this model at this server. Type your own to see what runs cost.',
  listPlaceholder: (amount: number) => amount.toLocaleString('en', { maximumFractionDigits: 4 }),
  maxCost: 'Highest cost per run',
  costHelp: 'In the same currency (US dollars at list prices); empty for no limit.',
  costNeedsPrices: 'This limit works only when both prices above are filled in.',

  advanced: 'Time-outs',
  advancedHelp: 'In seconds. A local model may need minutes to load before its first word.',
  timeouts: {
    connect: 'Until the server answers',
    firstChunk: 'Until the first word',
    gap: 'Between two words',
    total: 'For one call in all',
  },

  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  savedNote: 'Saved. The next run uses these settings.',
  notSaved: (why: string) => `Not saved: ${why}`,
  test: 'Test connection',
  testing: 'Testing… A model that has to load first can take a minute.',
  testOk: 'The connection works.',
  testFailed: 'The connection does not work yet.',
  ok: 'fine',
  bad: 'problem',
  declined: (origin: string) =>
    `The browser’s question was declined, so KnowledgeLens may not reach ${origin}. Press the button again and choose “Allow”; access is for this server alone.`,
  fix: 'Some entries need another look; the first of them is marked.',

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

  chromeModel: {
    title: 'Chrome’s built-in model',
    help: 'A small language model that comes with Chrome and runs on this computer: no key, no server, nothing leaves the machine.',
    asking: 'Asking Chrome…',
    available: 'Ready to use.',
    window: (tokens: number) => `Its window holds ${number(tokens)} tokens.`,
    downloadable:
      'Chrome can run it here, but has not downloaded it yet: several gigabytes, over an unmetered network.',
    downloading: 'Chrome is downloading it.',
    unavailable: 'Not available in this browser. The built-in engine serves meanwhile.',
    needs: 'What Chrome needs for it',
    needsList: [
      'Chrome 138 or newer',
      'Windows 10 or 11, macOS 13 or newer, Linux, or a Chromebook Plus',
      '22 GB of free disk space',
      'a GPU with more than 4 GB of memory, or 16 GB of memory and 4 processor cores',
      'an unmetered network for the download',
    ],
    download: 'Download',
    follow: 'Show progress',
    again: 'Ask again',
    cancel: 'Cancel',
    progress: 'Download of Chrome’s built-in model',
    part: (percent: number) => `${number(percent)} %`,
    loading: 'Downloaded. Chrome is loading it…',
    stopped: 'Stopped. Chrome may finish the download by itself.',
  },

  errors: {
    endpointMissing: 'Enter the server’s address.',
    endpointInvalid: 'This is not a web address. It should begin with http:// or https://.',
    endpointExtra: 'Leave out user names, “?” and “#”: the key goes into its own field.',
    tooLong: (max: number) => `At most ${number(max)} characters.`,
    modelMissing: 'Enter the model’s name.',
    range: (min: number, max: number) => `A whole number from ${number(min)} to ${number(max)}.`,
    amount: (max: number) => `A number above 0, such as 0.15, and at most ${number(max)}; or leave it empty.`,
    otherPrice: 'Enter this price too, or none.',
    seconds: (min: number, max: number) => `Seconds from ${number(min)} to ${number(max)}.`,
  },
  unencrypted:
    'This address is not encrypted: page texts and the key could be read on the way. Use https:// unless the server is in your own network.',
} as const;

export const PRESETS = [
  { name: 'Ollama', endpoint: 'http://localhost:11434/v1' },
  { name: 'LM Studio', endpoint: 'http://localhost:1234/v1' },
  { name: 'llama.cpp', endpoint: 'http://localhost:8080/v1' },
  { name: 'OpenAI', endpoint: 'https://api.openai.com/v1' },
  { name: 'OpenRouter', endpoint: 'https://openrouter.ai/api/v1' },
] as const;
