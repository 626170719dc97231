import { formatList, formatPercent, formatRoughly } from '../../lib/base/locale.ts';
import { t as shell } from './shell.ts';

export const START_WORDS = {
  translate: {
    title: 'Translate',
    close: 'Close without translating',
    into: 'Into',
    page: 'Translate page',
    selection: 'Translate selection',
    byBrowser: 'Chrome translates it on this computer. Links and emphasis become plain words.',
    loading: (part: number) => `Loading the languages: ${formatPercent(part)}`,
    likely: (input: number, output: number) => [
      `The page: likely ${formatRoughly(input)} tokens in`,
      `${formatRoughly(output)} out`,
    ],
    likelySelection: (input: number, output: number) => [
      `The selection: likely ${formatRoughly(input)} tokens in`,
      `${formatRoughly(output)} out`,
    ],
  },
  start: {
    ...shell.start,
    connect: {
      ...shell.start.connect,
      text: 'A model writes summaries, answers any question and translates.',
      look: 'Find local models',
      settings: 'More options',
      key: 'Or paste an API key',
      useKey: 'Connect',
      keyOf: (provider: string) => `${provider} key`,
      unknownKey: 'This key doesn’t show whose it is. Choose the provider under “More options”.',
      looking: 'Looking on this computer…',
      lookingAt: (provider: string) => `Asking ${provider} for its models…`,
      testing: 'Testing the model…',
      downloading: 'Chrome is downloading its model…',
      use: (model: string) => `Use ${model}`,
      declined: (label: string) => `${label}: permission wasn’t granted.`,
      noModels: (label: string) => `${label} is running, but has no model yet.`,
      pull: 'Get one, then look again: `ollama pull llama3.2`',
      load: 'Download one there, then look again.',
      notFound: (labels: readonly string[]) => `Not found: ${formatList(labels)}.`,
    },
  },
} as const;
