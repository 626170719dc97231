import { formatCount, formatNumber } from './numbers.ts';

export const CONVERSATION_WORDS = {
  requestTitles: {
    summarise: 'Summary',
    explain: 'Explain',
    screenshot: 'Read the picture',
    research: 'Search the web',
    simplify: 'Simplify',
    translate: (language: string) => `Translate into ${language}`,
  },
  earlier: 'Earlier in this conversation',
  present: 'The present question',
  endedEarly: { cancelled: 'Stopped before there was an answer.', failed: 'This was not finished.' },
  thisConversation: 'This conversation',
  alsoTabs: (n: number) => `and ${formatCount(n, 'more tab', 'more tabs')}`,

  selected: 'Selected text',
  showAll: 'Show all of it',
  showLess: 'Show less',
  selectionCut: 'The selection goes on.',

  selection: {
    explain: 'Explain selection',
    more: 'More to do with the selection',
    simplify: 'Simplify',
    translate: 'Translate',
    search: 'Search the web for it',
  },

  about: { label: 'The question is about', drop: 'Ask without the selection' },

  tabs: {
    add: '+ Tab',
    addHint: 'Add other tabs as sources',
    title: 'Tabs of this window',
    none: 'No other tab of this window shows a page that can be read.',
    full: (n: number) => `${formatNumber(n)} tabs at most`,
    hidden: (n: number) => `The browser hides ${formatCount(n, 'tab', 'tabs')} from KnowledgeLens.`,
    chosen: 'Also read',
    drop: (title: string) => `Leave out ${title}`,
  },

  followUp: 'Ask a follow-up…',
  newConversation: 'New conversation',
  backToConversation: 'Back to the conversation',
  destination: {
    afresh: 'Your question starts a new conversation.',
    moved: 'This tab shows another page now: your question starts a new conversation.',
  },

  history: {
    open: 'History',
    title: 'History',
    one: 'From history',
    search: 'Search history',
    thisTab: 'This tab',
    kept: 'Kept',
    none: 'Nothing here yet. “Keep” under a finished summary or answer puts it here.',
    nothing: (query: string) => `Nothing found for “${query}”.`,
    found: (n: number) => `${formatCount(n, 'conversation', 'conversations')} found`,
    goOn: 'Continue',
  },
} as const;
