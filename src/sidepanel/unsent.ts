/** What would be lost with the panel. */
import type { PanelModel } from './panel-model.ts';

/** On an element that holds something of the kind which shows in no field. */
export const UNSENT = { 'data-unsent': '' };

const FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=file])';

/** Whether something is typed, attached, chosen, queued or edited, beside any tab. */
export function hasUnsent({ agents, agentsPage, attachedPictures, attachedFiles, choosing }: PanelModel): boolean {
  const attached = [...attachedPictures.values(), ...attachedFiles.values()];
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)];
  return (
    choosing ||
    Boolean(agentsPage?.writing) ||
    agents.draft.task !== '' ||
    attached.some((items) => items.length > 0) ||
    fields.some(({ value }) => value !== '') ||
    document.querySelector('[data-unsent]') !== null
  );
}
