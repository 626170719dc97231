/** Checks a manifest while it is written. The large YAML parser is loaded on first use. */
import type { createAgentId } from '../../lib/agents/manifest/agent-id.ts';
import type { setField, setListItem } from '../../lib/agents/manifest/edit-yaml.ts';
import type { readManifest, writeManifest } from '../../lib/agents/manifest/yaml.ts';
import { isRecord, type UnknownRecord } from '../../lib/base/loose.ts';
import { MAX_MANIFEST_LENGTH } from '../../lib/agent/frames/manifest.ts';

export interface ManifestCheck {
  readonly read: typeof readManifest;
  readonly write: typeof writeManifest;
  /** The unchecked fields; null if the text is no group of fields. */
  readonly parse: (text: string) => Definition | null;
  /** For single fields; null if the text cannot be changed so. */
  readonly setField: typeof setField;
  readonly setListItem: typeof setListItem;
  readonly createId: typeof createAgentId;
}

export type Definition = UnknownRecord;

let loading: Promise<ManifestCheck> | null = null;

/** Rejects if the parser cannot be loaded; the next call tries again. */
export function loadManifestCheck(): Promise<ManifestCheck> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<ManifestCheck> {
  const [{ parseText, readManifest, writeManifest }, { setField, setListItem }, { createAgentId }] = await Promise.all([
    import('../../lib/agents/manifest/yaml.ts'),
    import('../../lib/agents/manifest/edit-yaml.ts'),
    import('../../lib/agents/manifest/agent-id.ts'),
  ]);
  const parse = (text: string): Definition | null => {
    const parsed = parseText(text);
    return parsed.ok && isRecord(parsed.value) ? parsed.value : null;
  };
  return { read: readManifest, write: writeManifest, parse, setField, setListItem, createId: createAgentId };
}

/** `line` starts at 1. */
export function findLineRange(text: string, line: number): { readonly start: number; readonly end: number } {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, lineText) => sum + lineText.length + 1, 0);
  const start = Math.min(before, text.length);
  return { start, end: Math.min(text.length, start + (lines[line - 1]?.length ?? 0)) };
}

/** The text that a new agent begins with: its id follows from the name. */
export const BLANK_MANIFEST = `id: agent
name: ""
description: ""
natural_language_description: ""
agent:
  integration_mode: tool
  instructions: ""
  uses_tools:
    - page # reads the page that is open
`;

const MAX_UTF8_BYTES = 4;

export const isTooLargeForManifest = ({ size }: Pick<File, 'size'>): boolean =>
  size > MAX_MANIFEST_LENGTH * MAX_UTF8_BYTES;

export const MEDIA_TYPE = 'application/yaml;charset=utf-8';

export const getManifestFileName = (id: string): string => `${id.replace(/[^a-z0-9-]/g, '')}.yaml`;
