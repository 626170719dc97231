/** The only way out of a run: a tool gets ports through which nothing leaves that the gate does not allow (SAFETY D16). */
import { stringifyCanonical } from '../../base/json.ts';
import { UserFacingError } from '../../base/errors.ts';
import type { Labels } from '../frames/labels.ts';
import type { CallAttempt, RunPorts } from '../ports.ts';
import type { AgentState } from '../state/agent-state.ts';
import { resolveServerReply } from '../state/server-replies.ts';
import { countSetBits, decideEgress, MAX_UNASKED_BITS, type Egress } from './decide-egress.ts';
import { assessDeparture } from './departure.ts';
import { ENGINES, getWebOrigin, LINKED, UNREADABLE } from './destinations.ts';
import { countResults, resolveLinkRef } from './link-table.ts';
import { canSearchWeb } from './rights.ts';
import { listTypedAddresses } from './user-words.ts';

interface GateScope {
  readonly tool: string;
  readonly ports: RunPorts;
  readonly getState: () => AgentState;
  /** Labels of the deciding prompt and all that the tool has read since. */
  readonly getLabels: () => Labels;
  /** What the card showed that the user agreed to; null without a yes. */
  readonly approved: string | null;
  /** In bits, by everything else in the run, also what is under way. */
  readonly countTold: () => number;
  /** In bits, by earlier results of this call. */
  readonly recorded: number;
  /** Counts bits before what they count leaves. */
  readonly reserve: (bits: number) => void;
}

export interface Gate {
  readonly ports: RunPorts;
  readonly mayQuery: (words: string) => boolean;
  /** Returns those that may be read without a yes, all or the first ones. They were chosen from the results at hand. */
  readonly chooseUnasked: (urls: readonly string[]) => readonly string[];
}

export function createGate(scope: GateScope): Gate {
  const { ports, getState, approved, countTold } = scope;
  const chosen = new Set<string>();
  let reserved = scope.recorded;

  const mayLeave = (text: string, egress: Omit<Egress, 'labels'>): boolean =>
    approved === text || decideEgress({ ...egress, labels: scope.getLabels() }) === 'allow';

  function reserveUpTo(bits: number): void {
    if (bits <= reserved) return;
    scope.reserve(bits - reserved);
    reserved = bits;
  }

  /** Counts what the choice of that address tells, if the user was not asked about it. */
  function tell(url: string, egress: Omit<Egress, 'labels'>): boolean {
    if (!mayLeave(url, { ...egress, bits: countTold() + egress.bits })) return false;
    if (approved !== url) reserveUpTo(egress.bits);
    return true;
  }

  const mayQuery = (words: string): boolean =>
    mayLeave(words, {
      kind: 'read',
      named: canSearchWeb(getState()),
      granted: false,
      ...assessDeparture(ENGINES, words, getState(), scope.getLabels()),
    });

  function chooseUnasked(urls: readonly string[]): readonly string[] {
    const among = Math.max(urls.length, countResults(getState()));
    const told = countTold();
    for (let count = urls.length; count > 0; count -= 1) {
      const bits = countSetBits(count, among);
      const egress: Egress = {
        kind: 'read',
        labels: scope.getLabels(),
        named: true,
        granted: false,
        own: false,
        bits: told + bits,
      };
      if (decideEgress(egress) !== 'allow' || told + bits > MAX_UNASKED_BITS) continue;
      reserveUpTo(bits);
      for (const url of urls.slice(0, count)) chosen.add(url);
      return urls.slice(0, count);
    }
    return [];
  }

  function mayRead(url: string): boolean {
    if (chosen.has(url)) return true;
    const state = getState();
    const named = listTypedAddresses(state).has(url) || resolveLinkRef(url, state) === url;
    const { own, bits } = assessDeparture(LINKED, url, state, scope.getLabels(), state.past.length);
    const egress = { kind: 'read', named, granted: false, own, bits } as const;
    return named ? tell(url, egress) : approved === url; // otherwise a model composed it
  }

  /** `text`: exactly what `address` is sent, which may be the address itself. */
  function mayWrite(address: string, text: string): boolean {
    const state = getState();
    const origin = getWebOrigin(address);
    const granted =
      origin !== UNREADABLE &&
      (state.spec?.grants ?? []).some((grant) => grant.tool === scope.tool && grant.origin === origin);
    return tell(text, {
      kind: 'write',
      named: false,
      granted,
      ...assessDeparture(origin, text, state, scope.getLabels()),
    });
  }

  /** What the user entered, or what the model made of the server's own words after a yes: neither holds anything else of the run. */
  function mayAnswer({ id, answer }: CallAttempt): boolean {
    if (!answer?.entered) return true;
    const call = getState().turn?.calls.find((each) => each.id === id);
    if (call?.answer?.asked.question !== answer.question) return false;
    return answer.entered === resolveServerReply(call, getState());
  }

  return {
    mayQuery,
    chooseUnasked,
    ports: {
      ...ports,
      search: {
        health: ports.search.health,
        getEngine(config) {
          const engine = ports.search.getEngine(config);
          const { id, label, origin } = engine;
          return {
            id,
            label,
            origin,
            search: (query, signal) => (mayQuery(query.words) ? engine.search(query, signal) : refuse()),
          };
        },
      },
      web: { read: (url, signal) => (mayRead(url) ? ports.web.read(url, signal) : refuse()) },
      toolServers: {
        ...ports.toolServers,
        call: (tool, args, attempt, ...rest) =>
          mayWrite(tool.address, stringifyCanonical(args)) && mayAnswer(attempt)
            ? ports.toolServers.call(tool, args, attempt, ...rest)
            : refuse(),
      },
      tabs: { open: (url, signal) => (mayWrite(url, url) ? ports.tabs.open(url, signal) : refuse()) },
    },
  };
}

const refuse = (): Promise<never> => Promise.reject(new UserFacingError(REFUSED_ERROR));

const REFUSED_ERROR = {
  code: 'egress.refused',
  message: 'It wasn’t sent because it may contain what you have open or said.',
  hint: 'Ask for it alone to see what would be sent.',
};
