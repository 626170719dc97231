import type { JSONSchema } from 'json-schema-to-ts';

export type Properties = Readonly<Record<string, JSONSchema>>;

interface ObjectSchema<P extends Properties, O extends object> {
  readonly type: 'object';
  readonly properties: P & O;
  readonly required: readonly (keyof P & string)[];
  readonly additionalProperties: false;
}

/**
 * Returns the schema of an object with exactly these properties.
 * @__NO_SIDE_EFFECTS__
 */
export function defineObject<const P extends Properties, const O extends object = object>(
  properties: P,
  optional?: O,
): ObjectSchema<P, O> {
  return {
    type: 'object',
    properties: { ...properties, ...(optional ?? ({} as O)) },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

export type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };
