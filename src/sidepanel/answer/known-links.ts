/** Addresses that an answer may link to: of the run's link table, its citations, its pages and the user's words (SAFETY D4). */
import { createElement, useMemo, type ReactNode } from 'react';
import { listLinks } from '../../lib/agent/state/artifacts.ts';
import { iterateSubAgents } from '../../lib/agent/state/sub-agents.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { KnownLinksContext, parseSafeLink } from '../markdown/safe-text.ts';
import { findSource } from '../run/source.ts';

/** Links in the browser's spelling. */
export function collectKnownLinks(state: AgentState): ReadonlySet<string> {
  const urls = [findSource(state)?.url ?? '', ...[state, ...iterateSubAgents(state)].flatMap(listKnownLinks)];
  return new Set(urls.flatMap((url) => parseSafeLink(url)?.href ?? []));
}

function listKnownLinks(state: AgentState): readonly string[] {
  const answers = [state.request.answer, ...Array.from(state.exchanges, ({ answer }) => answer)];
  return [
    ...answers.flatMap((answer) => [
      ...(answer?.citations.map(({ place }) => place?.url ?? '') ?? []),
      ...(answer?.links ?? []),
    ]),
    ...listLinks(state),
  ];
}

interface KnownLinksProps {
  readonly state: AgentState;
  readonly children: ReactNode;
}

/** Answers are rendered again only when a link has come. */
export function KnownLinks({ state, children }: KnownLinksProps) {
  const key = useMemo(() => [...collectKnownLinks(state)].join(' '), [state]);
  const links = useMemo(() => new Set(key.split(' ')), [key]);
  return createElement(KnownLinksContext, { value: links }, children);
}
