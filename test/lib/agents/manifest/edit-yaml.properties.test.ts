import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Document, isMap, isScalar, isSeq, Parser, visit, type CST } from 'yaml';
import { MAX_MANIFEST_LENGTH } from '../../../../src/lib/agent/frames/manifest.ts';
import {
  setField,
  setListItem,
  type FieldPath,
  type FieldValue,
} from '../../../../src/lib/agents/manifest/edit-yaml.ts';
import { parseText } from '../../../../src/lib/agents/manifest/yaml.ts';
import { getProperty, isRecord } from '../../../../src/lib/base/loose.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';
import { anyManifest, asJson } from '../../../kit/agents/manifests.ts';

const RUNS = { numRuns: 100 };

/** What a user may type into a field of text. */
const typed = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: ANY_CHARACTER, maxLength: 20 }),
  fc
    .array(fc.constantFrom('# no comment', ': ', '- a', '  in', '', ' ', '\t', '|', '"', "'", '{{name}}', '~', '12'), {
      maxLength: 6,
    })
    .map((parts) => parts.join('\n')),
);

interface Edit {
  readonly path: FieldPath;
  readonly value?: FieldValue | undefined;
  readonly listed?: readonly [string, boolean];
}

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    path: fc.constantFrom<FieldPath>(
      ['id'],
      ['name'],
      ['description'],
      ['natural_language_description'],
      ['agent', 'integration_mode'],
      ['agent', 'instructions'],
    ),
    value: typed,
  }),
  fc.record({
    path: fc.constantFrom<FieldPath>(
      ['agent', 'instructions'],
      ['agent', 'limits', 'max_turns'],
      ['agent', 'limits', 'time_budget_ms'],
    ),
    value: fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), { nil: undefined }),
  }),
  fc.record({
    path: fc.constant<FieldPath>(['agent', 'uses_tools']),
    listed: fc.tuple(fc.constantFrom('page', 'web', 'read_page', 'tutor', 'no', '12'), fc.boolean()),
  }),
);

const apply = (text: string, { path, value, listed }: Edit): string | null =>
  listed ? setListItem(text, path, ...listed) : setField(text, path, value);

const comment = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '#', ':', '-', '"', 'é'),
  minLength: 1,
  maxLength: 12,
});

/** A manifest with unknown fields, and with comments wherever YAML has a place for them. */
const annotated = fc
  .tuple(
    anyManifest,
    fc.dictionary(fc.stringMatching(/^x_[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
    fc.infiniteStream(fc.option(comment, { freq: 2 })),
  )
  .map(([manifest, unknown, comments]) => {
    const json = asJson(manifest) as { agent: Record<string, unknown> };
    const document = new Document({ ...json, ...unknown, agent: { ...json.agent, ...unknown } });
    const note = (): string | null => (comments.next().value as string | null | undefined) ?? null;
    visit(document, {
      Pair: (_, { key }) => {
        if (isScalar(key)) key.commentBefore = note();
      },
      Scalar: (place, node, path) => {
        const isValue = place === 'value' || isSeq(path.at(-1));
        const isInFlow = path.some((each) => (isMap(each) || isSeq(each)) && each.flow === true);
        if (isValue && !isInFlow && !String(node.value).includes('\n')) node.comment = note();
      },
    });
    document.comment = note();
    return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: MAX_MANIFEST_LENGTH });
  })
  .filter((text) => parseText(text).ok);

function listComments(text: string): readonly string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (typeof value === 'object' && value !== null) {
      const token = value as CST.Token;
      if (token.type === 'comment') found.push(token.source.replace(/^#\s*/, '').trim());
      Object.values(value).forEach(look);
    }
  };
  [...new Parser().parse(text)].forEach(look);
  return found.filter((line) => line !== '').sort();
}

const parse = (text: string): unknown => {
  const parsed = parseText(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value;
};

/** Those of `all` that `others` lacks, where each stands for one. */
function listMissing(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return all.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

it('changes that field and nothing else, and reads back as what was typed', () => {
  fc.assert(
    fc.property(annotated, anyEdit, (text, edit) => {
      const [before, changed] = [parse(text), apply(text, edit)];
      if (changed === null) return;
      const after = parse(changed);
      const now = getProperty(after, ...edit.path);
      if (edit.listed)
        expect((now as readonly string[] | undefined)?.includes(edit.listed[0]) ?? false).toBe(edit.listed[1]);
      else expect(now).toEqual(edit.value);
      expect(without(after, edit.path)).toEqual(without(before, edit.path));
    }),
    RUNS,
  );
});

it('refuses no text, no number and no tool', () => {
  fc.assert(
    fc.property(annotated, anyEdit, (text, edit) => {
      expect(apply(text, edit)).not.toBeNull();
    }),
    RUNS,
  );
});

it('keeps every comment and every unknown field, whatever is done one after the other', () => {
  fc.assert(
    fc.property(annotated, fc.array(anyEdit, { minLength: 1, maxLength: 6 }), (text, edits) => {
      const changed = edits.reduce((now, edit) => apply(now, edit) ?? now, text);
      expect(listMissing(listComments(text), listComments(changed))).toEqual([]);
      expect(listUnknown(parse(changed))).toEqual(listUnknown(parse(text)));
    }),
    RUNS,
  );
});

function without(value: unknown, [name, ...rest]: FieldPath): unknown {
  const fields = isRecord(value) ? value : {};
  const inside = fields[name];
  const others = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  const [next, ...more] = rest;
  return next === undefined ? others : { ...others, [name]: without(inside, [next, ...more]) };
}

const listUnknown = (value: unknown): unknown =>
  [value, getProperty(value, 'agent')].map((fields) =>
    Object.entries(isRecord(fields) ? fields : {}).filter(([key]) => key.startsWith('x_')),
  );
