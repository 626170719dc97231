/** Limits the cost of an untrusted schema, counted instead of timed to be deterministic. */

export const MAX_SCHEMA_NODES = 5_000;
export const MAX_SCHEMA_DEPTH = 64;
export const MAX_SCHEMA_CHARACTERS = 200_000;
/** Per check: subschemas applied, values compared, keys visited, pattern states followed. */
export const MAX_STEPS = 1_000_000;
export const MAX_DEPTH = 256;

export class SchemaRefusedError extends Error {
  constructor(at: string, why: string) {
    super(`${at ? at.slice(0, 120) : 'its root'} ${why}`);
    this.name = 'SchemaRefused';
  }
}

export class EffortExceededError extends Error {}

export class Effort {
  #steps = 0;
  #depth = 0;

  /** Throws `EffortExceededError` beyond the limit. */
  spend(steps = 1): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new EffortExceededError(`in ${String(MAX_STEPS)} steps`);
  }

  /** Throws `EffortExceededError` beyond the limit, without restoring the depth. */
  runDeeper<T>(work: () => T): T {
    this.spend();
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new EffortExceededError(`in ${String(MAX_DEPTH)} levels`);
    const result = work();
    this.#depth -= 1;
    return result;
  }
}

/** Throws `SchemaRefusedError`; a cyclic schema counts as too deep. */
export function assertSchemaSize(schema: unknown): void {
  let nodes = 0;
  let characters = 0;
  const visit = (node: unknown, at: string, depth: number): void => {
    nodes += 1;
    if (typeof node === 'string') characters += node.length;
    if (nodes > MAX_SCHEMA_NODES) throw new SchemaRefusedError('', `has more than ${String(MAX_SCHEMA_NODES)} nodes`);
    if (depth > MAX_SCHEMA_DEPTH) throw new SchemaRefusedError(at, `nests deeper than ${String(MAX_SCHEMA_DEPTH)}`);
    if (typeof node === 'object' && node !== null) {
      for (const [key, child] of Object.entries(node)) {
        if (!Array.isArray(node)) characters += key.length;
        visit(child, `${at}/${key}`, depth + 1);
      }
    }
    if (characters > MAX_SCHEMA_CHARACTERS)
      throw new SchemaRefusedError('', `has more than ${String(MAX_SCHEMA_CHARACTERS)} characters`);
  };
  visit(schema, '', 0);
}

export function isEqual(a: unknown, b: unknown, effort: Effort): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  effort.spend(keys.length);
  return effort.runDeeper(() =>
    keys.every(
      (key) =>
        Object.hasOwn(b, key) &&
        isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], effort),
    ),
  );
}
