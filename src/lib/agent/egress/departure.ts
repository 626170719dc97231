/** What a departure tells beyond where it goes: whether the user wrote or chose it, and how much the choice of it says. */
import { findArtifactsByName } from '../state/artifacts.ts';
import type { AgentState } from '../state/agent-state.ts';
import { countChoiceBits, type Egress } from './decide-egress.ts';
import { ENGINES, LINKED } from './destinations.ts';
import { countLinks } from './link-table.ts';
import { findTypedUrl, isOwnQuery, listSearchedTexts } from './user-words.ts';

/** `text`: exactly as sent. `toTurn`: links of turns before it (exclusive) were there to choose from. */
export function assessDeparture(
  to: string | null,
  text: string,
  state: AgentState,
  toTurn?: number,
): Pick<Egress, 'own' | 'bits'> {
  if (to === ENGINES) return { own: isOwnQuery(text, listSearchedTexts(state)), bits: 0 };
  const isChosen = state.spec?.sources?.pinned.includes(text) === true;
  const own = isChosen || findTypedUrl(text, state) !== null || (to === LINKED && isPageRead(text, state));
  return { own, bits: to === LINKED && !own ? countChoiceBits(countLinks(state, toTurn)) : 0 };
}

/** Then nothing leaves. */
const isPageRead = (url: string, state: AgentState): boolean =>
  findArtifactsByName(state, 'web').some(({ meta }) => meta.how === 'page' && meta.url === url);
