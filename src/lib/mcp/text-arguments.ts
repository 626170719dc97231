import type { JsonSchema } from '../base/json.ts';
import { MAX_TEXT_ARGUMENTS } from '../protocol/offscreen/server-texts.ts';
import { MAX_TOOL_NAME } from '../protocol/offscreen/tool-server-parts.ts';

interface TextArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

const MAX_WORDS = 500;

/** Schema as of a tool's arguments, each a text. Null if they are more, or named otherwise, than can be asked for. */
export function describeArguments(args: readonly TextArgument[]): JsonSchema | null {
  const isUsable =
    args.length <= MAX_TEXT_ARGUMENTS &&
    args.every(({ name }) => !['', '__proto__'].includes(name) && name.length <= MAX_TOOL_NAME);
  if (!isUsable) return null;
  const properties = Object.fromEntries(
    args.map(({ name, description = '' }) => [name, { type: 'string', description: description.slice(0, MAX_WORDS) }]),
  );
  return { type: 'object', properties, required: args.flatMap(({ name, required }) => (required ? [name] : [])) };
}
