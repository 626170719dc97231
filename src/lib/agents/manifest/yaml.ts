/** Manifests as YAML, parsed in bounded work; no anchors or tags. Not for the worker: bundles a library. */
import { formatNumber } from '../../base/locale.ts';
import {
  Composer,
  LineCounter,
  Parser,
  stringify,
  type Document,
  type YAMLError,
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { MAX_MANIFEST_LENGTH, type ManifestFault } from '../../agent/frames/manifest.ts';
import { checkManifest, type ManifestResult } from './validate-manifest.ts';
import { joinPath } from './group.ts';
import { quoteUntrusted } from './reader.ts';

const MAX_SYNTAX_FAULTS = 5;

/** `value`: unchecked; null for an empty text. */
type ParsedText =
  | { readonly ok: true; readonly document: Document.Parsed; readonly value: unknown; readonly lines: Lines }
  | Refusal;

type Refusal = Extract<ManifestResult, { readonly ok: false }>;

/** Faults have line numbers. Never throws. */
export function readManifest(text: string): ManifestResult {
  const parsed = parseText(text);
  if (!parsed.ok) return parsed;
  const checked = checkManifest(parsed.value);
  if (checked.ok) return checked;
  const faultsWithLines = checked.faults.map((fault) => addLine(fault, parsed.lines));
  return { ok: false, faults: faultsWithLines.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

/** One document in plain YAML, whatever it holds. Never throws. */
export function parseText(text: string): ParsedText {
  if (text.length > MAX_MANIFEST_LENGTH)
    return createRefusal(
      `has ${formatNumber(text.length)} characters`,
      `Shorten it to ${formatNumber(MAX_MANIFEST_LENGTH)}.`,
    );
  const counter = new LineCounter();
  const tokens = [...new Parser(counter.addNewLine).parse(text)];
  const sizeProblem = findSizeProblem(tokens);
  if (sizeProblem !== null) return createRefusal(sizeProblem, 'Write one manifest, and nothing else.');
  // `toJsonValue` finds duplicate keys in linear time
  const options = { uniqueKeys: false, prettyErrors: false, schema: 'core', merge: false, logLevel: 'silent' } as const;
  const [document, second] = [...new Composer(options).compose(tokens)];
  if (!document) return createRefusal('is empty', 'Write a manifest.');
  if (second)
    return createRefusal('holds more than one document', 'Write one manifest, without a line of three hyphens.');
  const errors = [...document.errors, ...document.warnings];
  if (errors.length > 0)
    return { ok: false, faults: errors.slice(0, MAX_SYNTAX_FAULTS).map((error) => toSyntaxFault(error, counter)) };
  const { value, lines, faults } = toJsonValue(document.contents, (offset) => counter.linePos(offset).line);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, document, value, lines };
}

/** How texts are written, so that they parse back to the same values. */
export const WRITE_OPTIONS = {
  lineWidth: 0,
  // yaml 2.9.1 loses spaces of double-quoted texts that span lines
  doubleQuotedMinMultiLineLength: MAX_MANIFEST_LENGTH,
} as const;

/** Parses back to the same manifest. */
export const writeManifest = (manifest: object): string =>
  stringify(manifest, { ...WRITE_OPTIONS, blockQuote: 'literal', aliasDuplicateObjects: false });

const createRefusal = (problem: string, hint: string): Refusal => ({
  ok: false,
  faults: [{ path: '', problem, hint }],
});

function toSyntaxFault({ message, pos }: YAMLError, counter: LineCounter): ManifestFault {
  const { line, col } = counter.linePos(pos[0]);
  const problem = `cannot be read at line ${line}, column ${col}: ${message.slice(0, 200)}`;
  return { path: '', problem, hint: 'Correct the line; a text with special characters goes in quotes.', line };
}

function addLine(fault: ManifestFault, lines: Lines): ManifestFault {
  for (let path = fault.path; ; path = path.replace(/(?:^|\.)[^.[]*$|\[\d+\]$/, '')) {
    const line = lines.get(path);
    if (line !== undefined) return { ...fault, line };
    if (path === '') return fault;
  }
}

/** A manifest has three levels of one or two tokens each. */
const MAX_TOKEN_DEPTH = 20;

/** A manifest has fewer than 200. */
const MAX_TOKENS = 2000;

function findSizeProblem(tokens: readonly CST.Token[]): string | null {
  const waiting = tokens.map((token) => ({ token, depth: 0 }));
  let nodes = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    nodes += 1;
    if (nodes > MAX_TOKENS) return `has more than ${MAX_TOKENS} parts`;
    if (at.depth > MAX_TOKEN_DEPTH) return `is more than ${MAX_TOKEN_DEPTH} levels deep`;
    for (const token of listChildTokens(at.token)) waiting.push({ token, depth: at.depth + 1 });
  }
  return null;
}

function listChildTokens(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [...(key ? [key] : []), ...(value ? [value] : [])]);
}

/** From 1, by path. */
type Lines = ReadonlyMap<string, number>;

function toJsonValue(root: ParsedNode | null, getLine: (offset: number) => number) {
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
      return addFault(node, path, 'refers to something else', 'Write out what it refers to.');
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
      if (fields.has(name)) addFault(key, fieldPath, 'is there twice', 'Remove one of them.');
      lines.set(fieldPath, getLine(key.range[0]));
      fields.set(name, read(value, fieldPath));
    }
    return Object.fromEntries(fields);
  }

  return { value: read(root, ''), lines, faults };
}

const getKeyText = ({ source, value }: Scalar.Parsed): string => (typeof value === 'string' ? value : source);
