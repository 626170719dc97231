import type { JsonSchema } from '../base/json.ts';
import { isRecord, toList, toText } from '../base/loose.ts';

export interface ListedArgument {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** Lists the arguments of a tool's or prompt's schema, in its order. */
export function listArguments(schema: JsonSchema | null): readonly ListedArgument[] {
  const properties = schema?.['properties'];
  const required = toList(schema?.['required']);
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, part]) => ({
    name,
    description: isRecord(part) ? toText(part['description']) : '',
    isRequired: required.includes(name),
  }));
}
