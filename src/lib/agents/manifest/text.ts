/**
 * A manifest as text: YAML, of which JSON is a part. The one rule: whatever the text, it is read in bounded work or refused, and
 * nothing stands for anything but itself: no anchors, no tags. It brings a whole YAML library, so nothing that the service worker
 * bundles may import it: the worker gets what was read here, and checks it again.
 */
import { Composer, LineCounter, Parser, stringify, type YAMLError } from 'yaml';
import { MAX_MANIFEST, type AgentManifest, type Fault } from '../../agent/manifest.ts';
import { checkManifest, type Checked } from './check.ts';
import { counted } from './reader.ts';
import { sizeFault } from './text-bounds.ts';
import { valueOf, type Lines } from './text-value.ts';

/** Faults of syntax that are told of; the rest are mostly their consequences. */
const MOST_TOLD = 5;

/** The manifest that a text holds, or all that is wrong with it, with the lines. Never throws. */
export function readManifest(text: string): Checked {
  if (text.length > MAX_MANIFEST)
    return refused('', `has ${counted(text.length)} characters`, `Shorten it to ${counted(MAX_MANIFEST)}.`);
  const counter = new LineCounter();
  const tokens = [...new Parser(counter.addNewLine).parse(text)];
  const tooMuch = sizeFault(tokens);
  if (tooMuch) return { ok: false, faults: [tooMuch] };
  // names that stand twice are looked for below, in linear time
  const options = { uniqueKeys: false, prettyErrors: false, schema: 'core', merge: false, logLevel: 'silent' } as const;
  const [document, second] = [...new Composer(options).compose(tokens)];
  if (!document) return refused('', 'is empty', 'Write a manifest.');
  if (second)
    return refused('', 'holds more than one document', 'Write one manifest, without a line of three hyphens.');
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0)
    return { ok: false, faults: wrong.slice(0, MOST_TOLD).map((error) => syntaxFault(error, counter)) };
  const { value, lines, faults } = valueOf(document.contents, (offset) => counter.linePos(offset).line);
  if (faults.length > 0) return { ok: false, faults };
  const checked = checkManifest(value);
  if (checked.ok) return checked;
  const told = checked.faults.map((fault) => placed(fault, lines));
  return { ok: false, faults: told.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

/** As a person would write it; reads back as the same manifest. */
export function writeManifest(manifest: AgentManifest): string {
  return stringify(manifest, {
    lineWidth: 0,
    blockQuote: 'literal',
    aliasDuplicateObjects: false,
    // over several lines the library loses blanks of a text in double quotes (2.9.1)
    doubleQuotedMinMultiLineLength: MAX_MANIFEST,
  });
}

const refused = (path: string, problem: string, cure: string): Checked => ({
  ok: false,
  faults: [{ path, problem, cure }],
});

function syntaxFault({ message, pos }: YAMLError, counter: LineCounter): Fault {
  const { line, col } = counter.linePos(pos[0]);
  const problem = `cannot be read at line ${line}, column ${col}: ${message.slice(0, 200)}`;
  return { path: '', problem, cure: 'Correct the line; a text with special characters goes in quotes.', line };
}

/** The fault with the line of what it is about: of the nearest field around it, where that is missing. */
function placed(fault: Fault, lines: Lines): Fault {
  for (let path = fault.path; ; path = path.replace(/(?:^|\.)[^.[]*$|\[\d+\]$/, '')) {
    const line = lines.get(path);
    if (line !== undefined) return { ...fault, line };
    if (path === '') return fault;
  }
}
