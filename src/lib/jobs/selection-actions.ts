/** What everybody can do with a selection; a user's presets are the action `preset`. */

import { formatLanguageName } from '../base/locale.ts';

interface Row {
  readonly id: string;
  /** Null: starts no run, the selection is only kept for the question being typed. */
  readonly job: 'explain' | 'rewrite' | 'research' | null;
  /** Stored as the run's goal; `{language}` is the English name of the user's language. */
  readonly prompt: string;
  /** In the history. */
  readonly title: string;
  /** Above the answer, if it differs; `{language}` as in the prompt. */
  readonly heading?: string;
  /** Its words where it is offered, '' where it is not; `menu` names a message of `_locales`. */
  readonly panel: string;
  readonly toolbar: string;
  readonly menu: string;
  /** A path in a square of 24. */
  readonly icon: string;
  readonly isLabelShown: boolean;
}

const ROWS = [
  {
    id: 'explain',
    job: 'explain',
    prompt: 'Explain the selected text.',
    title: 'Explain',
    panel: 'Explain selection',
    toolbar: 'Explain',
    menu: 'menuExplain',
    icon: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.4 11c.6.5.9 1 .9 1.7h5c0-.7.3-1.2.9-1.7A6 6 0 0 0 12 3',
    isLabelShown: true,
  },
  {
    id: 'simplify',
    job: 'rewrite',
    prompt: 'Put the selected text in plainer and shorter words.',
    title: 'Simplify',
    panel: 'Simplify',
    toolbar: 'Simplify',
    menu: 'menuSimplify',
    icon: 'M4 7h16M4 12h11M4 17h6',
    isLabelShown: false,
  },
  {
    id: 'translate',
    job: 'rewrite',
    prompt: 'Translate the selected text into {language}.',
    title: 'Translate',
    heading: 'Translate into {language}',
    panel: '', // there it asks for a language first
    toolbar: 'Translate',
    menu: 'menuTranslate',
    icon: 'M3.5 6h10M8.5 3.5V6M11.5 6c-1 4-4 7-7.5 8.5M6 9.5c1 2.2 3 4 5.5 5M12.5 20.5l4-10 4 10M14 17h5',
    isLabelShown: false,
  },
  {
    id: 'ask',
    job: null,
    prompt: '',
    title: '',
    panel: '',
    toolbar: 'Ask…',
    menu: 'menuAsk',
    icon: 'M5 4.5h14v11h-8l-4 4v-4H5z',
    isLabelShown: true,
  },
  {
    id: 'search',
    job: 'research',
    prompt: 'Search the web for what the selected text is about, and say what is to know about it.',
    title: 'Search the web',
    panel: 'Search the web for it',
    toolbar: 'Search the web',
    menu: 'menuSearch',
    icon: 'M10.5 4.5a6 6 0 1 0 0 12a6 6 0 0 0 0-12M15 15l5 5',
    isLabelShown: false,
  },
] as const satisfies readonly Row[];

export type SelectionAction = Row & { readonly id: (typeof ROWS)[number]['id'] };
export type SelectionActionId = SelectionAction['id'] | 'preset';

export const SELECTION_ACTIONS: readonly SelectionAction[] = ROWS;
export const SELECTION_ACTION_IDS: readonly SelectionActionId[] = [...ROWS.map(({ id }) => id), 'preset'];

/** Undefined for a preset and for what is no selection action. */
export const findSelectionAction = (id: string): SelectionAction | undefined =>
  SELECTION_ACTIONS.find((action) => action.id === id);

/** The built-in engine writes nothing. */
export const needsModel = ({ job }: Pick<SelectionAction, 'job'>): boolean => job === 'rewrite';

export const insertLanguage = (text: string, tag: string): string =>
  text.replace('{language}', () => getEnglishLanguageName(tag));

/** Stored as the goal of the run that translates a whole page. */
export const formatTranslationGoal = (tag: string): string =>
  insertLanguage('Translate this page into {language}.', tag);

/** The language's name for prompts, which are English. */
export const getEnglishLanguageName = (tag: string): string => formatLanguageName(tag, 'en');
