/** All schemas of boundaries between contexts, compiled by `scripts/generate.mjs`. */
import type { FromSchema } from 'json-schema-to-ts';
import { PANEL_HELLO_SCHEMA } from './events.ts';
import { GRANTS_SCHEMA } from './grants.ts';
import { KEPT_AGENT_SCHEMA, KEPT_AGENTS_SCHEMA, KEPT_RUNS_SCHEMA, KEPT_SPEND_SCHEMA } from './kept-agents.ts';
import { REQUEST_SCHEMAS } from './messages.ts';
import { OFFSCREEN_SCHEMAS } from './offscreen.ts';
import { SELECTED_SCHEMA } from './selection.ts';
import { SETTINGS_FILE_SCHEMA, SETTINGS_SCHEMA } from './settings.ts';

export const SCHEMAS = {
  ...REQUEST_SCHEMAS,
  ...OFFSCREEN_SCHEMAS,
  'panel.hello': PANEL_HELLO_SCHEMA,
  settings: SETTINGS_SCHEMA,
  'settings.file': SETTINGS_FILE_SCHEMA,
  grants: GRANTS_SCHEMA,
  selected: SELECTED_SCHEMA,
  'agents.kept': KEPT_AGENTS_SCHEMA,
  'agent.kept': KEPT_AGENT_SCHEMA,
  'agent.spend': KEPT_SPEND_SCHEMA,
  'agent.runs': KEPT_RUNS_SCHEMA,
} as const;

export type SchemaName = keyof typeof SCHEMAS;
export type Checked = { readonly [N in SchemaName]: FromSchema<(typeof SCHEMAS)[N]> };
