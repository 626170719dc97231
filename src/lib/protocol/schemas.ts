/** All schemas of boundaries between contexts, compiled by `scripts/generate.mjs`. */
import type { FromSchema } from 'json-schema-to-ts';
import { defineObject, type Properties } from '../schema/object.ts';
import { PANEL_HELLO_SCHEMA } from './events.ts';
import { KEPT_AGENT_SCHEMA, KEPT_AGENTS_SCHEMA, GRANTS_SCHEMA } from './stored.ts';
import { OFFSCREEN_SCHEMAS } from './offscreen/offscreen.ts';
import type { RequestRow } from './requests/request.ts';
import { PAGE_TOOLS_SCHEMA } from './page-tools.ts';
import { KEPT_SCHEDULES_SCHEMA } from './schedules.ts';
import { REQUESTS, type Request, type RequestName } from './requests/requests.ts';
import { SELECTED_SCHEMA } from './requests/selection.ts';
import { SETTINGS_FILE_SCHEMA, SETTINGS_SCHEMA } from './settings/settings.ts';

const OTHER_SCHEMAS = {
  ...OFFSCREEN_SCHEMAS,
  'panel.hello': PANEL_HELLO_SCHEMA,
  settings: SETTINGS_SCHEMA,
  'settings.file': SETTINGS_FILE_SCHEMA,
  grants: GRANTS_SCHEMA,
  'page-tools': PAGE_TOOLS_SCHEMA,
  selected: SELECTED_SCHEMA,
  'agents.kept': KEPT_AGENTS_SCHEMA,
  'agent.kept': KEPT_AGENT_SCHEMA,
  'schedules.kept': KEPT_SCHEDULES_SCHEMA,
} as const;

interface Schema {
  readonly properties: Properties;
  readonly required: readonly string[];
}
export type SchemaName = RequestName | keyof typeof OTHER_SCHEMAS;

const REQUEST_SCHEMAS = Object.fromEntries<Schema>(
  Object.entries<RequestRow>(REQUESTS).map(([name, { props, optional }]) => [
    name,
    defineObject({ type: { const: name }, ...props }, optional),
  ]),
) as Readonly<Record<RequestName, Schema>>;

export const SCHEMAS: Readonly<Record<SchemaName, Schema>> = { ...REQUEST_SCHEMAS, ...OTHER_SCHEMAS };

export type Checked = { readonly [N in RequestName]: Request<N> } & {
  readonly [N in keyof typeof OTHER_SCHEMAS]: FromSchema<(typeof OTHER_SCHEMAS)[N]>;
};
