/** How panel and settings look. */
import type { FromSchema } from 'json-schema-to-ts';
import { defineObject, type DeepReadonly } from '../../schema/object.ts';

export const APPEARANCE_SCHEMA = defineObject({
  /** `system`: as the operating system has it. */
  theme: { enum: ['system', 'light', 'dark'] },
  textSize: { enum: ['small', 'normal', 'large'] },
});

export type Appearance = DeepReadonly<FromSchema<typeof APPEARANCE_SCHEMA>>;
