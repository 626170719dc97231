/** Converts a YAML document to JSON, with the line of each part. Everything that JSON cannot express is refused. */
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap } from 'yaml';
import type { ManifestFault } from '../../agent/manifest.ts';
import { quoteUntrusted } from './reader.ts';
import { joinPath } from './fields.ts';

/** Line numbers, from 1, by path. */
export type Lines = ReadonlyMap<string, number>;

export interface ParsedValue {
  readonly value: unknown;
  readonly lines: Lines;
  readonly faults: readonly ManifestFault[];
}

export function toJsonValue(root: ParsedNode | null, getLine: (offset: number) => number): ParsedValue {
  const lines = new Map<string, number>();
  const faults: ManifestFault[] = [];
  const addFault = (node: ParsedNode, path: string, problem: string, hint: string): null => {
    faults.push({ path, problem, hint, line: getLine(node.range[0]) });
    return null;
  };

  function read(node: ParsedNode | null, path: string): unknown {
    if (node === null) return null;
    if (!lines.has(path)) lines.set(path, getLine(node.range[0]));
    if (isAlias(node) || node.anchor !== undefined)
      return addFault(node, path, 'stands for something else', 'Write out what it stands for.');
    if (node.tag !== undefined)
      return addFault(node, path, `has the tag ${quoteUntrusted(node.tag)}`, 'Write it without a tag.');
    if (isScalar(node)) return node.value;
    if (isSeq(node)) return node.items.map((item, at) => read(item, `${path}[${at}]`));
    return isMap(node) ? readFields(node, path) : undefined;
  }

  function readFields(node: YAMLMap.Parsed, path: string): unknown {
    const fields = new Map<string, unknown>();
    for (const { key, value } of node.items) {
      if (!isScalar(key) || key.anchor !== undefined || key.tag !== undefined) {
        addFault(key, path, 'has a field whose name is no plain word', 'Name it in one word.');
        continue;
      }
      const name = getKeyText(key);
      const fieldPath = joinPath(path, name);
      if (fields.has(name)) addFault(key, fieldPath, 'stands there twice', 'Take one of them out.');
      lines.set(fieldPath, getLine(key.range[0]));
      fields.set(name, read(value, fieldPath));
    }
    return Object.fromEntries(fields);
  }

  return { value: read(root, ''), lines, faults };
}

const getKeyText = ({ source, value }: Scalar.Parsed): string => (typeof value === 'string' ? value : source);
