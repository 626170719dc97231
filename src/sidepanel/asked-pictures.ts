/** The pictures that the next question is about: those that were brought, and those that the conversation is about already. Pure. */
import type { WishedPicture } from '../lib/agent/frames.ts';
import type { AgentState } from '../lib/agent/state.ts';
import { MAX_PICTURES } from '../lib/protocol/picture.ts';
import { destinationOf } from './conversation.ts';
import { readOf } from './found-pictures.ts';
import type { BroughtPicture, PanelModel } from './reduce.ts';

/** A picture beside the field. */
export interface AskedPicture extends BroughtPicture {
  /** The conversation is about it already. */
  readonly stays: boolean;
}

export const wishedOf = ({ hash, text, url, title }: WishedPicture): WishedPicture => ({ hash, text, url, title });

const NONE: readonly BroughtPicture[] = [];

/** Brought over that tab; `tabId` is that of the tab in view unless it is said. */
export const broughtOf = ({ brought, tab }: PanelModel, tabId = tab?.tabId ?? -1): readonly BroughtPicture[] =>
  brought.get(tabId) ?? NONE;

/** The conversation that the next question goes on with, if it does. */
export function followedOf(model: PanelModel): AgentState | null {
  const to = destinationOf(model);
  if (to.type !== 'follow') return null;
  return (model.run?.runId === to.runId ? model.run : model.history?.open)?.state ?? null;
}

/** The newest first in line, since there is a bound. */
export function askedPictures(
  brought: readonly BroughtPicture[],
  followed: AgentState | null,
  leftOut: readonly string[],
): readonly AskedPicture[] {
  const own = new Set(brought.map(({ hash }) => hash));
  const before = (followed?.spec?.pictures ?? []).filter(({ hash }) => !own.has(hash) && !leftOut.includes(hash));
  const staying = before.map((picture) => {
    const { width = 0, height = 0 } = (followed && readOf(followed.objects, picture)) ?? {};
    return { ...picture, width, height, stays: true };
  });
  return [
    ...staying.slice(0, Math.max(0, MAX_PICTURES - brought.length)),
    ...brought.map((each) => ({ ...each, stays: false })),
  ];
}
