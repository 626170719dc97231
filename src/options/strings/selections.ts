const formatNumber = (value: number): string => value.toLocaleString('en');

export const SELECTION_STRINGS = {
  selections: 'Selections',
  selectionsHelp:
    'A small toolbar beside what you select: explain it, say it simply, translate it, look it up, or ask about it.',
  withoutToolbar:
    'Without it, and without any access to sites, the same is in the menu of the right mouse button, on the keyboard, and in the side panel.',
  toolbarWhere: 'Where the toolbar stands',
  toolbarPlaces: { nowhere: 'Nowhere', sites: 'On sites I choose', everywhere: 'On every site' },
  toolbarNow: {
    nowhere: 'The toolbar stands nowhere, and the access that it alone had was given back.',
    sites: 'The toolbar stands on the sites in the list.',
    everywhere: 'The toolbar stands on every site.',
  },
  toolbarDeclined: 'The browser’s question was declined, so nothing has changed.',
  toolbarFailed: (why: string) => `That did not work: ${why}`,
  toolbarMissing: 'The browser no longer lets KnowledgeLens stand on every site.',
  allowEverywhere: 'Allow on every site',
  chosenSites: 'Sites with the toolbar',
  noChosenSites: 'None yet. Add one here, or press “On this site” in the side panel.',
  exceptSites: 'Sites without it',
  noExceptSites: 'None. The toolbar’s own menu can hide it on a site, too.',
  siteMissing: 'The browser does not allow it here.',
  allowSiteLabel: (site: string) => `Allow the toolbar on ${site}`,
  removeSiteLabel: {
    sites: (site: string) => `Take the toolbar off ${site}`,
    butNot: (site: string) => `No longer leave out ${site}`,
  },
  addSite: { sites: 'Add a site', butNot: 'Leave out a site' },
  addSiteHelp: 'An address or a host, such as example.org.',
  addSiteNow: 'Add',
  siteAdded: {
    sites: (site: string) => `The toolbar stands on ${site}.`,
    butNot: (site: string) => `The toolbar leaves ${site} alone.`,
  },
  siteRemoved: {
    sites: (site: string) => `The toolbar no longer stands on ${site}.`,
    butNot: (site: string) => `The toolbar stands on ${site} again.`,
  },
  sitesFull: (most: number) => `The list is full: it holds ${formatNumber(most)} sites.`,
  shortcuts: 'Keyboard shortcuts',
  noShortcut: 'not set',
  changeShortcuts: 'Change shortcuts',

  presets: 'Your own for selections',
  presetsHelp:
    'What you often want done with a selection. They stand in the toolbar’s menu, the menu of the right mouse button, and the side panel.',
  noPresets: 'None yet.',
  presetTitle: 'Name',
  presetTitleHelp: 'As it stands in the menus: up to 40 characters.',
  presetPrompt: 'What is to be done',
  presetPromptHelp: 'In your own words, up to 1,000 characters. The selection and its surroundings go with it.',
  addPreset: 'Add your own',
  addPresetTitle: 'A new preset',
  editPresetTitle: (title: string) => `Edit ${title}`,
  upLabel: (title: string) => `Move ${title} up`,
  downLabel: (title: string) => `Move ${title} down`,
  movedTo: (title: string, place: number, of: number) =>
    `${title} is number ${formatNumber(place)} of ${formatNumber(of)} now.`,
  presetSaved: (title: string) => `Saved: ${title}.`,
  presetRemoved: (title: string) => `${title} was removed.`,
  presetSure: (title: string) => `Remove ${title}?`,
  presetsFull: (most: number) => `The list is full: it holds ${formatNumber(most)}.`,
  suggestions: 'For example',
  suggestLabel: (title: string) => `Add “${title}”`,
  suggestedPresets: [
    {
      title: 'Explain like I am twelve',
      prompt: 'Explain this in words that a twelve-year-old knows, with one example from everyday life.',
    },
    {
      title: 'What is assumed here?',
      prompt: 'List what this takes for granted without saying it, and say of each how safe it is to assume.',
    },
    {
      title: 'Key terms',
      prompt: 'List the key terms in this, each with a short definition that fits how it is used here.',
    },
  ],
} as const;
