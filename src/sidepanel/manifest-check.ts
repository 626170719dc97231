/**
 * The check of a manifest that somebody writes, in YAML. The one rule: what reads YAML is large, and is loaded once somebody
 * writes.
 */
import type { AgentManifest } from '../lib/agent/frames.ts';
import type { Fault } from '../lib/protocol/agents.ts';

export type Read =
  { readonly ok: true; readonly manifest: AgentManifest } | { readonly ok: false; readonly faults: readonly Fault[] };

export interface ManifestCheck {
  readonly read: (text: string) => Read;
  /** As a person would write it. */
  readonly write: (manifest: AgentManifest) => string;
}

let loading: Promise<ManifestCheck> | null = null;

/** Rejects where it cannot be loaded; the next time it is tried anew. */
export function loadManifestCheck(): Promise<ManifestCheck> {
  loading ??= import('../lib/agents/manifest/text.ts').then(
    ({ readManifest, writeManifest }) => ({ read: readManifest, write: writeManifest }),
    (thrown: unknown) => {
      loading = null;
      throw thrown;
    },
  );
  return loading;
}

/** A line of the text (from 1) as a stretch of it. */
export function lineAt(text: string, line: number): { readonly start: number; readonly end: number } {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const start = Math.min(before, text.length);
  return { start, end: Math.min(text.length, start + (lines[line - 1]?.length ?? 0)) };
}

/** A manifest to begin with. */
export const EXAMPLE = `id: my-agent
name: My agent
version: 1.0.0
description: Says in one line, for you, what it is for.
natural_language_description: >-
  Use this agent when … Do not use it for …
agent:
  integration_mode: tool # or handoff: it talks with you
  model: main
  instructions: |
    You are {{name}}.
    Answer in {{language}}, in three short points.
  uses_tools:
    - page # reads the page that is open
  limits:
    max_turns: 8
    max_tokens_per_invocation: 30000
    time_budget_ms: 120000
`;
