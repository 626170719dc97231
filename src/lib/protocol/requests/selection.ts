import type { JobEstimate } from '../../agent/loop/job.ts';
import { SELECTION_ACTION_IDS } from '../../jobs/selection-actions.ts';
import { SELECTED_BOUNDS } from '../../pipeline/page/selection/selection.ts';
import { defineObject } from '../../schema/object.ts';
import { PANEL_PAGE, TOOLBAR_SENDER, id, replyWith, started, tabId, type RequestRows } from './request.ts';

/** In UTF-16 units. */
export const MAX_SELECTED_CHARS = 8000;

/** `preset`: '' for none. */
const action = {
  action: { enum: SELECTION_ACTION_IDS },
  preset: { type: 'string', maxLength: 40 },
  commandId: id,
} as const;

export const SELECTION_REQUESTS = {
  'selection.start': { from: PANEL_PAGE, props: { tabId, ...action }, reply: started },
  /** What is selected in the tab, read without a run. */
  'selection.estimate': {
    from: PANEL_PAGE,
    props: { tabId },
    reply: replyWith<{
      readonly isSelected: boolean;
      /** Null without a selection. */
      readonly translation: JobEstimate | null;
      /** See `Estimate`. */
      readonly language: string;
      readonly sample: string;
    }>(),
  },
  'selection.act': {
    from: TOOLBAR_SENDER,
    props: { ...action, text: { type: 'string', minLength: 1, maxLength: MAX_SELECTED_CHARS } },
    reply: started,
  },
  'selection.menu': {
    from: TOOLBAR_SENDER,
    props: {},
    reply: replyWith<{
      readonly presets: readonly { readonly id: string; readonly title: string }[];
      readonly language: string;
    }>(),
  },
  'selection.hide': { from: TOOLBAR_SENDER, props: { where: { enum: ['site', 'everywhere'] } } },
  /** Undoes the tab's last `selection.hide`. */
  'selection.show': { from: TOOLBAR_SENDER, props: {} },
} as const satisfies RequestRows;

const { line, url, headings, heading, text, around } = SELECTED_BOUNDS;

/** The selection that a page reports. */
export const SELECTED_SCHEMA = defineObject({
  url: { type: 'string', maxLength: url },
  title: { type: 'string', maxLength: line },
  site: { type: 'string', maxLength: line },
  language: { type: 'string', maxLength: 100, pattern: '^[A-Za-z0-9-]*$' },
  path: { type: 'array', maxItems: headings, items: { type: 'string', minLength: 1, maxLength: heading } },
  text: { type: 'string', minLength: 1, maxLength: text },
  cut: { type: 'boolean' },
  before: { type: 'string', maxLength: around },
  after: { type: 'string', maxLength: around },
});
