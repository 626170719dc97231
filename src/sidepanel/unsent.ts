/** Finds what the user would lose if the panel closed or reloaded now. */
import type { PanelModel } from './panel-model.ts';

/** Marks an element that shows a choice which is not sent yet and is in no form field. */
export const UNSENT = { 'data-unsent': '' };

/** Marks a field that begins with what is kept elsewhere. */
export const markChange = (isChanged: boolean): Readonly<Record<string, string>> => ({
  'data-kept': '',
  ...(isChanged && UNSENT),
});

const FIELDS =
  'textarea:not([data-kept]), input:not([type=checkbox], [type=radio], [type=file], [type=search], [data-kept])';

/** Whether something is typed, attached, chosen, queued or edited, beside any tab. */
export function hasUnsent({ agents, agentsPage, attachedPictures, attachedFiles, choosing }: PanelModel): boolean {
  const attached = [...attachedPictures.values(), ...attachedFiles.values()];
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)];
  return (
    choosing ||
    Boolean(agentsPage?.writing) ||
    [agents.draft.task, ...agents.goals.values()].some((words) => words !== '') ||
    attached.some((items) => items.length > 0) ||
    fields.some(({ value }) => value !== '') ||
    document.querySelector('[data-unsent]') !== null
  );
}
