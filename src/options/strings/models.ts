import { formatCount, formatNumber, formatPercent } from '../../lib/base/locale.ts';
import type { Prices } from '../../lib/models/prices.ts';
import { formatTokens } from '../../ui/form-words.ts';

const formatUsd = (value: number): string =>
  formatNumber(value, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

/** In English; the words only give an idea. */
const WORDS_PER_TOKEN = 0.75;

export const MODEL_STRINGS = {
  models: 'Models',
  modelsHelp: 'Choose the AI model that writes your answers.',
  extractive: 'Built-in engine',
  extractiveHelp: 'Picks key sentences from the page. No AI model, no key. Nothing leaves this computer.',
  inBrowser: 'in this browser',
  windowWords: (tokens: number) => {
    const words = Number((tokens * WORDS_PER_TOKEN).toPrecision(2));
    return formatCount(words, { one: 'about # word at once', other: 'about # words at once' });
  },
  toolWords: { native: 'uses tools', json: 'uses tools (JSON mode)', text: 'uses tools (plain text)' },
  pictureWords: { yes: 'reads pictures', no: 'doesn’t read pictures' },
  roleBadges: { main: 'main', fast: 'fast', vision: 'vision', fallback: 'fallback' },
  noAccessYet: 'No access to this server yet.',
  allowLabel: (name: string) => `Allow access to the server of ${name}`,
  engineInstead: 'The built-in engine takes over until you choose another main model.',
  add: 'Add a model',
  addFrom: (server: string) => `Add a model: ${server}`,
  full: (most: number) =>
    formatCount(most, { one: 'The list is full (# model).', other: 'The list is full (# models).' }),
  serverPlaces: { computer: 'On this computer', provider: 'At a provider', other: 'Elsewhere' },
  next: 'Next',

  connection: 'Connection',
  endpoint: 'Address',
  endpointHelp: {
    ollama: 'Such as http://localhost:11434.',
    other: 'The base address, including the version, such as http://localhost:1234/v1.',
  },
  model: 'Model',
  modelHelp: 'The name the server uses.',
  loadList: 'Load list',
  reloadList: 'Reload list',
  loadingModels: 'Loading the server’s models…',
  listedModels: 'Models on this server',
  listed: (many: number) =>
    many === 0
      ? 'The server lists no models. Type the name.'
      : formatCount(many, {
          one: '# model on this server.',
          other: '# models on this server. Pick one, or type to search.',
        }),
  name: 'Name',
  nameHelp: (id: string) => `Your name for the server, in lower case. The model appears as ${id}.`,
  key: 'API key',
  keyHelp: 'Stored on this computer and sent only to this server. Local servers rarely need one.',
  keyFrom: (place: string) => `Get one at ${place}. Stored on this computer and sent only to this server.`,
  keySaved: (origin: string) => `A key is saved for ${origin}. Type another to replace it.`,
  keyPlaceholder: 'saved',
  removeKey: 'Remove key',
  keyRemoved: 'The key was removed.',

  contextTokens: 'Context window',
  contextHelp: {
    ollama:
      'Tokens for input and output together. Ollama is asked for exactly this many. Larger values use more memory.',
    other: 'Tokens the server actually provides (input + output). Longer pages are read in parts.',
  },
  toolCalling: 'Tool calls',
  toolCallingHelp: 'How the model asks for tools. The test detects this.',
  toolCallingWays: { native: 'Native (most models)', json: 'JSON mode', text: 'Plain text' },
  pictures: 'Reads pictures',
  picturesHelp: 'Turn on only for vision models.',
  keepAlive: 'Keep in memory',
  keepAliveHelp: 'Minutes after a call. 0 frees the memory at once. -1 keeps the model loaded.',
  embedding: 'Embedding model',
  embeddingHelp:
    'Optional, such as nomic-embed-text. Finds passages by meaning where their words differ from yours. Page text is sent to this server for it.',
  prices: 'Prices',
  priceInput: 'Input price',
  priceCached: 'Cached input price',
  priceOutput: 'Output price',
  pricesHelp: 'In US dollars per million tokens. Cached input uses the input price if empty.',
  listPrice: ({ input, cached, output, asOf }: Prices) =>
    asOf === ''
      ? 'Your own server is free unless you enter prices.'
      : `List price of ${asOf}: ${formatUsd(input)} in, ${formatUsd(cached)} cached, ${formatUsd(output)} out. Type your own to override.`,
  noListPrice: 'No price set. Enter prices to see what answers cost.',
  listPlaceholder: (amount: number) => formatNumber(amount, { maximumFractionDigits: 4 }),
  protocol: 'Protocol',
  protocolHelp: 'Most servers speak OpenAI’s.',
  protocols: {
    'openai-compatible': 'OpenAI-compatible',
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    google: 'Google Gemini',
    ollama: 'Ollama',
  },
  timeoutsTitle: 'Time-outs',
  timeoutsHelp: 'In seconds. A local model may take minutes to load before its first word.',
  timeouts: {
    connect: 'Until the server answers',
    firstChunk: 'Until the first word',
    gap: 'Between two words',
    total: 'For one call in all',
  },
  useIt: 'Use it for summaries and answers',
  unencrypted:
    'This address isn’t encrypted. Page text and the key could be read on the way. Use https:// unless the server is in your own network.',

  testLabel: (name: string) => `Test ${name}`,
  testing: 'Testing… A model that has to load first can take a minute or two.',
  stopWaiting: 'Stop waiting',
  checksDone: 'What was tested',
  verdicts: { fine: 'It works.', limited: 'Works, with limits.', bad: 'Doesn’t work yet.' },
  checks: {
    address: 'Address',
    server: 'Server',
    origin: 'Accepts extensions (CORS)',
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
  foundSaved: (words: string) => `Detected and saved: ${words}.`,

  roles: 'Which model does what',
  roleNames: { main: 'Main', fast: 'Fast', vision: 'Vision', fallback: 'Fallback' },
  roleHelp: {
    main: 'Decides and answers.',
    fast: 'Reads the parts of long pages. A cheaper model saves money.',
    vision: 'Used when a question is about pictures.',
    fallback: 'Used when the main model is unreachable or rate-limited. Page text is then sent to it.',
  },
  asMain: 'Same as main',
  noFallback: 'None',
  roleSaved: (name: string) => `Saved: ${name}. Applies to your next question.`,
  mainBlind: 'The main model doesn’t read pictures.',

  chromeModel: {
    title: 'Chrome’s built-in model',
    help: 'A small AI model that runs on this computer. No key, no server.',
    asking: 'Checking Chrome…',
    available: 'Ready to use.',
    window: (tokens: number) => `Its context window is ${formatTokens(tokens)}.`,
    downloadable: 'Chrome can run it here once it’s downloaded (several gigabytes, over an unmetered network).',
    downloading: 'Chrome is downloading it.',
    unavailable: 'Not available in this browser. The built-in engine works meanwhile.',
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
    again: 'Check again',
    progress: 'Download of Chrome’s built-in model',
    part: formatPercent,
    loading: 'Downloaded. Chrome is loading it…',
    stopped: 'Stopped. Chrome may still finish the download.',
  },
} as const;
