/**
 * Changes single fields of a manifest's text; comments, unknown fields and the rest stay. A change is refused where the
 * text could not be read back as meant.
 */
import { isCollection, isMap, isPair, isScalar, isSeq, Scalar, YAMLMap, YAMLSeq, type Document, type Node } from 'yaml';
import { MAX_MANIFEST_LENGTH } from '../../agent/frames/manifest.ts';
import { isRecord, toList, type UnknownRecord } from '../../base/loose.ts';
import { parseText, WRITE_OPTIONS } from './yaml.ts';

/** Such as `['agent', 'limits', 'max_turns']`. */
export type FieldPath = readonly [string, ...string[]];
export type FieldValue = string | number;

/** Undefined removes the field. Null if the text cannot be changed by field. */
export function setField(text: string, path: FieldPath, value: FieldValue | undefined): string | null {
  return edit(text, setValue(path, value), (document, quoted) => {
    const parent = openMap(document, path.slice(0, -1), value !== undefined);
    if (parent === null) return value === undefined;
    const name = path.at(-1) ?? '';
    const pair = findPair(parent, name);
    if (value === undefined) return pair === undefined || removeItem(document, path.slice(0, -1), pair);
    if (pair === undefined) parent.set(name, createScalar(value, quoted));
    else if (pair.value === null || isScalar(pair.value)) pair.value = createScalar(value, quoted, pair.value);
    else return false;
    return true;
  });
}

/** Adds `name` to the list there, or takes it out. Null if the text cannot be changed by field. */
export function setListItem(text: string, path: FieldPath, name: string, listed: boolean): string | null {
  return edit(text, setListItemValue(path, name, listed), (document) => {
    const parent = openMap(document, path.slice(0, -1), listed);
    if (parent === null) return !listed;
    const key = path.at(-1) ?? '';
    const found: unknown = parent.get(key, true);
    if (!isSeq(found) && !isEmpty(found)) return false;
    const list = isSeq(found) ? found : new YAMLSeq(document.schema);
    if (list !== found) parent.set(key, list);
    const item = list.items.find((each) => isScalar(each) && each.value === name);
    if (listed && item === undefined) {
      if (list.items.length === 0) list.flow = false;
      list.add(createScalar(name, false));
    } else if (!listed && item !== undefined) return removeItem(document, path, item);
    return true;
  });
}

type Change = (value: unknown) => unknown;

/** `work` returns false for what it cannot change. `quoted`: in the safest form. */
function edit(text: string, change: Change, work: (document: Document, quoted: boolean) => boolean): string | null {
  for (const quoted of [false, true]) {
    const parsed = parseText(text);
    if (!parsed.ok || !isRecord(parsed.value)) return null;
    const expected = JSON.stringify(change(parsed.value));
    if (!work(parsed.document, quoted)) return null;
    const written = parsed.document.toString(WRITE_OPTIONS);
    if (written.length > MAX_MANIFEST_LENGTH) return null;
    const result = parseText(written);
    if (result.ok && JSON.stringify(result.value) === expected) return written;
  }
  return null;
}

const setValue =
  ([name, ...rest]: FieldPath, value: FieldValue | undefined): Change =>
  (before) => {
    const fields = isRecord(before) ? before : {};
    if (rest.length > 0) {
      if (value === undefined && !isRecord(fields[name])) return fields;
      return { ...fields, [name]: setValue(rest as unknown as FieldPath, value)(fields[name]) };
    }
    if (value !== undefined) return { ...fields, [name]: value };
    return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  };

function setListItemValue([name, ...rest]: FieldPath, item: string, listed: boolean): Change {
  return (before) => {
    const fields: UnknownRecord = isRecord(before) ? before : {};
    if (rest.length > 0) {
      if (!listed && !isRecord(fields[name])) return fields;
      return { ...fields, [name]: setListItemValue(rest as unknown as FieldPath, item, listed)(fields[name]) };
    }
    const items = toList(fields[name]);
    if (listed) return { ...fields, [name]: items.includes(item) ? items : [...items, item] };
    const at = items.indexOf(item);
    return { ...fields, [name]: items.filter((_, index) => index !== at) };
  };
}

const isEmpty = (node: unknown): boolean =>
  node === undefined || node === null || (isScalar(node) && node.value === null);

/** Null if there is none, or something else stands there. */
function openMap(document: Document, path: readonly string[], create: boolean): YAMLMap | null {
  let map: unknown = document.contents;
  for (const name of path) {
    if (!isMap(map)) return null;
    const inside: unknown = map.get(name, true);
    if (isMap(inside)) {
      map = inside;
      continue;
    }
    if (!create || !isEmpty(inside)) return null;
    const added = new YAMLMap(document.schema);
    if (isScalar(inside)) added.commentBefore = joinComments(inside.commentBefore, inside.comment);
    map.set(name, added);
    map = added;
  }
  if (!isMap(map)) return null;
  if (map.items.length === 0) map.flow = false;
  return map;
}

const findPair = (map: YAMLMap, name: string) =>
  map.items.find(
    ({ key }) => (isScalar(key) ? (typeof key.value === 'string' ? key.value : key.source) : key) === name,
  );

/** Comments of `before` are kept. */
function createScalar(value: FieldValue, quoted: boolean, before: unknown = null): Scalar {
  const scalar = new Scalar<FieldValue>(value);
  if (typeof value === 'string') {
    if (quoted) scalar.type = Scalar.QUOTE_DOUBLE;
    else if (value.includes('\n')) scalar.type = Scalar.BLOCK_LITERAL;
    else if (isScalar(before) && isQuoted(before)) scalar.type = before.type;
  }
  if (!isScalar(before)) return scalar;
  scalar.comment = before.comment ?? null;
  scalar.commentBefore = before.commentBefore ?? null;
  scalar.spaceBefore = before.spaceBefore ?? false;
  return scalar;
}

const isQuoted = (scalar: Scalar): scalar is Scalar & { type: Scalar.Type } =>
  scalar.type === Scalar.QUOTE_DOUBLE || scalar.type === Scalar.QUOTE_SINGLE;

/** Its comments move to what follows it, or before the field that it was in. False if it is not there. */
function removeItem(document: Document, path: readonly string[], item: unknown): boolean {
  const collection: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isCollection(collection)) return false;
  const index = collection.items.indexOf(item as never);
  const comments = joinComments(...listNodes(item).flatMap((node) => [node.commentBefore, node.comment]));
  const next = collection.items[index + 1] ?? null;
  collection.items.splice(index, 1);
  if (comments === null) return true;
  const heir = next === null ? findKey(document, path) : listNodes(next)[0];
  if (heir) heir.commentBefore = joinComments(comments, heir.commentBefore);
  else document.comment = joinComments(document.comment, comments);
  return true;
}

function findKey(document: Document, path: readonly string[]): Node | undefined {
  const [name, parent] = [path.at(-1), path.slice(0, -1)];
  const map: unknown = parent.length === 0 ? document.contents : document.getIn(parent, true);
  const key: unknown = isMap(map) && name !== undefined ? findPair(map, name)?.key : undefined;
  return isScalar(key) ? key : undefined;
}

/** Returns a pair's key and value with all inside; any other node with all inside. */
function listNodes(item: unknown): readonly Node[] {
  if (isPair(item)) return [...listNodes(item.key), ...listNodes(item.value)];
  if (isCollection(item)) return [item, ...item.items.flatMap(listNodes)];
  return isScalar(item) ? [item] : [];
}

function joinComments(...comments: readonly (string | null | undefined)[]): string | null {
  const written = comments.filter((comment) => comment !== null && comment !== undefined && comment !== '');
  return written.length === 0 ? null : written.join('\n');
}
