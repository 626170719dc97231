import { formatNumber } from '../../lib/base/numbers.ts';
import type { Prices } from '../../lib/models/prices.ts';

const formatUsd = (value: number): string =>
  value.toLocaleString('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
export const formatCount = (many: number, one: string): string =>
  `${formatNumber(many)} ${many === 1 ? one : `${one}s`}`;

export const MODEL_STRINGS = {
  models: 'Models',
  modelsHelp: 'Who writes summaries and answers. Add your own model, on this computer or a provider’s.',
  extractive: 'Built-in engine',
  extractiveHelp:
    'Picks the most telling sentences of the page. No model, no key, no network: nothing leaves this computer.',
  inBrowser: 'in this browser',
  tokens: (tokens: number) => `${formatNumber(tokens)} tokens`,
  toolWords: { native: 'tool calls by the protocol', json: 'tool calls in JSON', text: 'tool calls in the text' },
  pictureWords: { yes: 'sees pictures', no: 'no pictures' },
  roleBadges: { main: 'main', fast: 'fast', vision: 'vision', fallback: 'fallback' },
  noAccessYet: 'KnowledgeLens may not reach this server yet.',
  allowLabel: (name: string) => `Allow access to the server of ${name}`,
  engineInstead: 'The built-in engine then does everything, until you choose another main model.',
  add: 'Add a model',
  full: (most: number) => `The list is full: it holds ${formatNumber(most)} models.`,
  where: 'Where does it run?',
  places: { computer: 'On this computer', provider: 'At a provider', other: 'Elsewhere' },

  endpoint: 'Endpoint',
  endpointHelp: {
    ollama: 'The server’s address alone, such as http://localhost:11434.',
    other: 'The base address up to and including the version, such as http://localhost:1234/v1.',
  },
  model: 'Model',
  modelHelp: 'The name as the server knows it. Load the list to choose from what is there.',
  loadList: 'Load list',
  loadingList: 'Loading…',
  listed: (many: number) =>
    many === 0
      ? 'The server lists no models: type the name.'
      : `${formatCount(many, 'model')} listed. Type to search them.`,
  fromList: (words: string) => `From the list: ${words}.`,
  name: 'Name',
  nameHelp: (id: string) => `Your own name for the server, in lower case. The model is called ${id} in lists and logs.`,
  key: 'API key',
  keyHelp:
    'Kept on this computer, sent to this server alone, and never shown again. Servers on your own computer rarely need one.',
  keyFrom: (place: string) =>
    `Make one at ${place}. Kept on this computer, sent to this server alone, and never shown again.`,
  keySaved: (origin: string) => `A key is saved for ${origin}. Type another to replace it.`,
  keyPlaceholder: 'saved',
  removeKey: 'Remove key',
  keyRemoved: 'The key was removed.',

  contextTokens: 'Context window',
  contextHelp: {
    ollama: 'Tokens, input and output together; Ollama is asked for exactly this many. More take more memory.',
    other: 'Tokens the server really serves, input and output together. Longer pages are read part by part.',
  },
  toolCalling: 'Tool calls',
  toolCallingHelp: 'How the model asks for its tools. “Will it work?” finds out which way it knows.',
  toolCallingWays: {
    native: 'By the protocol (most models)',
    json: 'In JSON (replies held to a form by the server)',
    text: 'In the text (for models that know neither)',
  },
  pictures: 'It can be shown pictures',
  picturesHelp: 'Only a model that was trained to see does more than refuse.',
  keepAlive: 'Keep in memory',
  keepAliveHelp: 'Minutes after a call. 0 frees the memory at once, -1 keeps the model loaded.',
  prices: 'Prices',
  priceInput: 'Input price',
  priceCached: 'Cached input price',
  priceOutput: 'Output price',
  pricesHelp: 'Per million tokens, in your own currency. Without a cached price, cached input costs as other input.',
  listPrice: ({ input, cached, output, asOf }: Prices) =>
    asOf === ''
      ? 'A server of your own sends no bill, so runs cost nothing; type prices if it does.'
      : `List price of ${asOf}: ${formatUsd(input)} in, ${formatUsd(cached)} cached, ${formatUsd(output)} out. Type your own to override.`,
  noListPrice: 'No price is known for this model at this server. Type your own to see what runs cost.',
  listPlaceholder: (amount: number) => amount.toLocaleString('en', { maximumFractionDigits: 4 }),
  advanced: 'Protocol and time-outs',
  timeoutsOnly: 'Time-outs',
  protocol: 'Protocol',
  protocolHelp: 'The language the server speaks. Servers of most makers speak OpenAI’s.',
  protocols: {
    'openai-compatible': 'OpenAI-compatible',
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    google: 'Google Gemini',
    ollama: 'Ollama',
  },
  timeoutsHelp: 'In seconds. A local model may need minutes to load before its first word.',
  timeouts: {
    connect: 'Until the server answers',
    firstChunk: 'Until the first word',
    gap: 'Between two words',
    total: 'For one call in all',
  },
  useIt: 'Use it for summaries and answers',
  unencrypted:
    'This address is not encrypted: page texts and the key could be read on the way. Use https:// unless the server is in your own network.',

  test: 'Will it work?',
  testing: 'Trying it out… A model that has to load first can take a minute or two.',
  stopWaiting: 'Stop waiting',
  verdicts: {
    fine: 'It will work.',
    limited: 'It will work, with limits.',
    bad: 'It will not work yet.',
  },
  checks: {
    address: 'Address',
    server: 'Server',
    origin: 'Allowed extensions',
    key: 'Key',
    model: 'Model',
    reply: 'Reply',
    streaming: 'Streaming',
    window: 'Context window',
    tools: 'Tool calls',
    pictures: 'Pictures',
    speed: 'Speed',
  },
  states: { fine: 'fine', limited: 'limited', bad: 'problem', unknown: 'not known' },
  foundSet: (words: string) => `Set by the test: ${words}.`,
  foundSaved: (words: string) => `Set by the test, and saved: ${words}.`,

  roles: 'Which model does what',
  roleNames: { main: 'Main', fast: 'Fast', vision: 'Vision', fallback: 'Fallback' },
  roleHelp: {
    main: 'Decides and answers.',
    fast: 'Reads the parts of long pages and makes notes. A cheaper model saves money.',
    vision: 'Looks at pictures, charts and screenshots.',
    fallback:
      'If the main model cannot be reached, or its server asks for a wait of minutes, a run goes on with this one: text of the page then goes there too.',
  },
  asMain: 'As the main model',
  noFallback: 'None: the run waits or stops',
  roleSaved: (name: string) => `Saved: ${name}. It holds from the next run on.`,
  mainBlind: 'The main model cannot be shown any.',

  chromeModel: {
    title: 'Chrome’s built-in model',
    help: 'A small language model that comes with Chrome and runs on this computer: no key, no server, nothing leaves the machine.',
    asking: 'Asking Chrome…',
    available: 'Ready to use.',
    window: (tokens: number) => `Its window holds ${formatNumber(tokens)} tokens.`,
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
    part: (percent: number) => `${formatNumber(percent)} %`,
    loading: 'Downloaded. Chrome is loading it…',
    stopped: 'Stopped. Chrome may finish the download by itself.',
  },
} as const;
