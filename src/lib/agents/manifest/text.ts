/**
 * Manifests as text: YAML, which includes JSON. Texts are parsed in bounded work or refused; anchors and tags are
 * refused. Must not be imported by the service worker's bundle, because it includes the YAML library; the worker gets
 * the parsed value and validates it again.
 */
import { Composer, LineCounter, Parser, stringify, type YAMLError } from 'yaml';
import { MAX_MANIFEST_LENGTH, type AgentManifest, type ManifestFault } from '../../agent/manifest.ts';
import { checkManifest, type ManifestResult } from './check.ts';
import { formatQuantity } from './reader.ts';
import { findSizeFault } from './text-bounds.ts';
import { toJsonValue, type Lines } from './text-value.ts';

/** Most syntax faults reported; later ones are mostly consequences of the first. */
const MAX_SYNTAX_FAULTS = 5;

/** Parses and validates a manifest. Faults have line numbers. Never throws. */
export function readManifest(text: string): ManifestResult {
  if (text.length > MAX_MANIFEST_LENGTH)
    return createRefusal(
      '',
      `has ${formatQuantity(text.length)} characters`,
      `Shorten it to ${formatQuantity(MAX_MANIFEST_LENGTH)}.`,
    );
  const counter = new LineCounter();
  const tokens = [...new Parser(counter.addNewLine).parse(text)];
  const sizeFault = findSizeFault(tokens);
  if (sizeFault) return { ok: false, faults: [sizeFault] };
  // `toJsonValue` finds duplicate keys in linear time
  const options = { uniqueKeys: false, prettyErrors: false, schema: 'core', merge: false, logLevel: 'silent' } as const;
  const [document, second] = [...new Composer(options).compose(tokens)];
  if (!document) return createRefusal('', 'is empty', 'Write a manifest.');
  if (second)
    return createRefusal('', 'holds more than one document', 'Write one manifest, without a line of three hyphens.');
  const errors = [...document.errors, ...document.warnings];
  if (errors.length > 0)
    return { ok: false, faults: errors.slice(0, MAX_SYNTAX_FAULTS).map((error) => toSyntaxFault(error, counter)) };
  const { value, lines, faults } = toJsonValue(document.contents, (offset) => counter.linePos(offset).line);
  if (faults.length > 0) return { ok: false, faults };
  const checked = checkManifest(value);
  if (checked.ok) return checked;
  const faultsWithLines = checked.faults.map((fault) => addLine(fault, lines));
  return { ok: false, faults: faultsWithLines.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

/** Formats the manifest as YAML that parses to the same manifest. */
export function writeManifest(manifest: AgentManifest): string {
  return stringify(manifest, {
    lineWidth: 0,
    blockQuote: 'literal',
    aliasDuplicateObjects: false,
    // yaml 2.9.1 loses spaces of double-quoted texts that span lines
    doubleQuotedMinMultiLineLength: MAX_MANIFEST_LENGTH,
  });
}

const createRefusal = (path: string, problem: string, hint: string): ManifestResult => ({
  ok: false,
  faults: [{ path, problem, hint }],
});

function toSyntaxFault({ message, pos }: YAMLError, counter: LineCounter): ManifestFault {
  const { line, col } = counter.linePos(pos[0]);
  const problem = `cannot be read at line ${line}, column ${col}: ${message.slice(0, 200)}`;
  return { path: '', problem, hint: 'Correct the line; a text with special characters goes in quotes.', line };
}

/** Adds the line of the fault's path, or of the nearest enclosing field that has one. */
function addLine(fault: ManifestFault, lines: Lines): ManifestFault {
  for (let path = fault.path; ; path = path.replace(/(?:^|\.)[^.[]*$|\[\d+\]$/, '')) {
    const line = lines.get(path);
    if (line !== undefined) return { ...fault, line };
    if (path === '') return fault;
  }
}
