/** Checks a manifest while it is written. The large YAML parser is loaded on first use. */
import type { AgentManifest } from '../../lib/agent/frames/frames.ts';
import type { ManifestFault } from '../../lib/protocol/agents.ts';

export type ManifestReadResult =
  | { readonly ok: true; readonly manifest: AgentManifest }
  | { readonly ok: false; readonly faults: readonly ManifestFault[] };

export interface ManifestCheck {
  readonly read: (text: string) => ManifestReadResult;
  readonly write: (manifest: AgentManifest) => string;
}

let loading: Promise<ManifestCheck> | null = null;

/** Rejects if the parser cannot be loaded; the next call tries again. */
export function loadManifestCheck(): Promise<ManifestCheck> {
  loading ??= import('../../lib/agents/manifest/text.ts').then(
    ({ readManifest, writeManifest }) => ({ read: readManifest, write: writeManifest }),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** `line` starts at 1. */
export function findLineRange(text: string, line: number): { readonly start: number; readonly end: number } {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, lineText) => sum + lineText.length + 1, 0);
  const start = Math.min(before, text.length);
  return { start, end: Math.min(text.length, start + (lines[line - 1]?.length ?? 0)) };
}

export const EXAMPLE_MANIFEST = `id: my-agent
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
