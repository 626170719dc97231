/** Builds the definition of a tool from what sets it apart from others. */
import type { JsonSchema } from '../base/json.ts';
import type { Departure } from '../agent/frames/control-frames.ts';
import type { ToolAnnotations, ToolDefinition } from '../agent/tool-calls/index.ts';

type Promises = Omit<ToolAnnotations, 'title'>;

/** Changes nothing, and reaches nothing but the page at hand and this computer. */
export const LOCAL_READ: Promises = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
/** Changes nothing, and reaches the web. */
export const WEB_READ: Promises = { ...LOCAL_READ, openWorld: true };
/** Changes something on this computer; a second time changes nothing more. */
export const LOCAL_WRITE: Promises = { ...LOCAL_READ, readOnly: false };

interface DefinitionOptions
  extends Pick<ToolDefinition, 'name' | 'description'>, Partial<Pick<ToolDefinition, 'examples'>> {
  readonly title: string;
  readonly promises: Promises;
  /** Absent: it takes no arguments. */
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

export function createDefinition(options: DefinitionOptions): ToolDefinition {
  const { name, title, description, promises, properties = {}, required, examples = [] } = options;
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties,
      ...(required && { required }),
      additionalProperties: false,
    },
    examples,
    annotations: { title, ...promises },
  };
}

/** An argument that is a text and not empty. */
export const createTextProperty = (maxLength: number, description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
});

/** A request of a page tells its host the URL. */
export const createUrlDeparture = (url: string): Departure => ({ to: [new URL(url).host], text: url });
