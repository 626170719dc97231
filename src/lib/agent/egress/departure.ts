/** What a departure tells beyond where it goes: whether the user wrote or chose it, and how much the choice of it says. */
import type { Labels } from '../frames/labels.ts';
import { findArtifactsByName } from '../state/artifacts.ts';
import type { AgentState } from '../state/agent-state.ts';
import { countChoiceBits, type Egress } from './decide-egress.ts';
import { ENGINES, LINKED } from './destinations.ts';
import { countLinks } from './link-table.ts';
import { isOwnQuery, listSearchedTexts, listTypedAddresses } from './user-words.ts';

/**
 * `text`: exactly as sent. `labels`: of what it may have been made from; a choice among the user's own addresses can tell
 * only what is private. `toTurn`: links of turns before it (exclusive) were there to choose from.
 */
export function assessDeparture(
  to: string | null,
  text: string,
  state: AgentState,
  labels: Pick<Labels, 'confidentiality'>,
  toTurn?: number,
): Pick<Egress, 'own' | 'bits'> {
  if (to === ENGINES) return { own: isOwnQuery(text, listSearchedTexts(state)), bits: 0 };
  const isChosen = state.spec?.sources?.pinned.includes(text) === true;
  if (isChosen || (to === LINKED && isPageRead(text, state))) return { own: true, bits: 0 };
  // letter for letter: what a canonical form leaves out could tell something
  const typed = listTypedAddresses(state);
  const isPrivate = labels.confidentiality === 'private';
  if (typed.has(text)) return { own: true, bits: isPrivate ? countChoiceBits(typed.size) : 0 };
  return { own: false, bits: to === LINKED ? countChoiceBits(countLinks(state, toTurn)) : 0 };
}

/** Then nothing leaves. */
const isPageRead = (url: string, state: AgentState): boolean =>
  findArtifactsByName(state, 'web').some(({ meta }) => meta.how === 'page' && meta.url === url);
