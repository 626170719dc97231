/** What a YAML document says, as JSON, with the line of each part. The one rule: what JSON could not say is refused. */
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap } from 'yaml';
import type { Fault } from '../../agent/manifest.ts';
import { shown } from './reader.ts';
import { under } from './fields.ts';

/** Lines, from 1, by the path of what stands there. */
export type Lines = ReadonlyMap<string, number>;

export interface Said {
  readonly value: unknown;
  readonly lines: Lines;
  readonly faults: readonly Fault[];
}

export function valueOf(root: ParsedNode | null, lineAt: (offset: number) => number): Said {
  const lines = new Map<string, number>();
  const faults: Fault[] = [];
  const fault = (node: ParsedNode, path: string, problem: string, cure: string): null => {
    faults.push({ path, problem, cure, line: lineAt(node.range[0]) });
    return null;
  };

  function read(node: ParsedNode | null, path: string): unknown {
    if (node === null) return null;
    if (!lines.has(path)) lines.set(path, lineAt(node.range[0]));
    if (isAlias(node) || node.anchor !== undefined)
      return fault(node, path, 'stands for something else', 'Write out what it stands for.');
    if (node.tag !== undefined) return fault(node, path, `has the tag ${shown(node.tag)}`, 'Write it without a tag.');
    if (isScalar(node)) return node.value;
    if (isSeq(node)) return node.items.map((item, at) => read(item, `${path}[${at}]`));
    return isMap(node) ? fieldsOf(node, path) : undefined;
  }

  function fieldsOf(node: YAMLMap.Parsed, path: string): unknown {
    const fields = new Map<string, unknown>();
    for (const { key, value } of node.items) {
      if (!isScalar(key) || key.anchor !== undefined || key.tag !== undefined) {
        fault(key, path, 'has a field whose name is no plain word', 'Name it in one word.');
        continue;
      }
      const name = nameOf(key);
      const at = under(path, name);
      if (fields.has(name)) fault(key, at, 'stands there twice', 'Take one of them out.');
      lines.set(at, lineAt(key.range[0]));
      fields.set(name, read(value, at));
    }
    return Object.fromEntries(fields);
  }

  return { value: read(root, ''), lines, faults };
}

const nameOf = ({ source, value }: Scalar.Parsed): string => (typeof value === 'string' ? value : source);
