/** The catalogues of words as the compiler sees them: their messages, which of them is read, and the types of what they take. */
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fc, { type Arbitrary } from 'fast-check';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../../..');
export const CATALOGUES =
  /^src\/(?:(?:sidepanel|options)\/strings\/.*|content\/(?:toolbar|region)\/strings|ui\/(?:form-)?words)\.ts$/;

export const getPath = (source: ts.SourceFile): string => relative(ROOT, source.fileName).replaceAll('\\', '/');

/** All of src. */
export function createProgram(): ts.Program {
  const { options } = ts.convertCompilerOptionsFromJson(
    (
      ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config as {
        compilerOptions: object;
      }
    ).compilerOptions,
    ROOT,
  );
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));
  const program = ts.createProgram(files, options);
  program.getTypeChecker(); // links each node to its parent
  return program;
}

export const listSources = (program: ts.Program, paths: RegExp): readonly ts.SourceFile[] =>
  program.getSourceFiles().filter((source) => paths.test(getPath(source)));

const nodes = new WeakMap<ts.Node, readonly ts.Node[]>();

/** The node and all below it, in the order of their text. Kept, since each source is gone through many times. */
export function listNodes(node: ts.Node): readonly ts.Node[] {
  const kept = nodes.get(node);
  if (kept) return kept;
  const found: ts.Node[] = [];
  const visit = (each: ts.Node): void => {
    found.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  nodes.set(node, found);
  return found;
}

const getInitializer = (node: ts.Node): ts.Node | undefined => {
  let value = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) ? node.initializer : undefined;
  while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) value = value.expression;
  return value;
};

/** What stands in an object literal, outermost first. */
function* iterateEntries(object: ts.Node | undefined): Generator<ts.PropertyAssignment> {
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return;
  for (const entry of object.properties)
    if (ts.isPropertyAssignment(entry)) {
      yield entry;
      yield* iterateEntries(getInitializer(entry));
    }
}

/** Paths of the messages that nothing in src reads. Follows each catalogue from its name, and from the names given to parts of it. */
export function listUnreadMessages(program: ts.Program): readonly string[] {
  const checker = program.getTypeChecker();
  const read = new Set<ts.Node>();
  const markWhole = (declaration: ts.Node): void => {
    read.add(declaration);
    for (const entry of iterateEntries(getInitializer(declaration))) read.add(entry);
  };
  const listEntries = (symbol: ts.Symbol | undefined): readonly ts.Node[] =>
    (symbol?.declarations ?? []).filter((declaration) => CATALOGUES.test(getPath(declaration.getSourceFile())));
  /** By key that it is read with; undefined if it may be any. */
  const listChosen = (
    place: ts.Expression,
    { argumentExpression }: ts.ElementAccessExpression,
  ): readonly (readonly ts.Node[])[] | undefined => {
    const type = checker.getTypeAtLocation(place);
    const keys = type.getStringIndexType() ? null : listLiterals(checker.getTypeAtLocation(argumentExpression));
    return keys?.map((key) => listEntries(type.getProperty(key)));
  };
  /** `place` is or holds a catalogue, or a part of one; `entries` is what it was declared as. */
  const follow = (place: ts.Expression, entries: readonly ts.Node[]): void => {
    for (const entry of entries) read.add(entry);
    const { parent } = place;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === place) {
      follow(parent, listEntries(checker.getSymbolAtLocation(parent.name)));
      return;
    }
    if (ts.isSpreadAssignment(parent)) return;
    if (ts.isVariableDeclaration(parent) && parent.initializer === place && !parent.type) {
      if (!ts.isObjectBindingPattern(parent.name)) return;
      const type = checker.getTypeAtLocation(place);
      for (const { propertyName, name } of parent.name.elements)
        for (const entry of listEntries(type.getProperty((propertyName ?? name).getText()))) markWhole(entry);
      return;
    }
    const chosen =
      ts.isElementAccessExpression(parent) && parent.expression === place ? listChosen(place, parent) : undefined;
    // a declared type leads to no entries
    const isTold = chosen?.every((found) => found.length > 0) === true;
    for (const entry of isTold ? chosen.flat() : entries) markWhole(entry);
  };
  for (const source of listSources(program, /^src\/(?:sidepanel|options|content|ui)\//)) {
    const names = new Set(listNames(source));
    for (const node of listNodes(source))
      if (ts.isIdentifier(node) && names.has(node.text) && isRead(node))
        follow(node, listEntries(resolveAlias(checker, node)));
  }
  return listSources(program, CATALOGUES).flatMap((source) =>
    source.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap((variable) => [...iterateEntries(getInitializer(variable))])
      .filter((entry) => !read.has(entry))
      .map((entry) => `${getPath(source)}: ${getKeys(entry).join('.')}`),
  );
}

/** By which a file has a catalogue, or a part of one. */
function* listNames(source: ts.SourceFile): Generator<string> {
  const isCatalogue = CATALOGUES.test(getPath(source));
  const names = new Set<string>();
  for (const node of listNodes(source)) {
    const isOwn = isCatalogue && ts.isVariableDeclaration(node) && ts.isVariableStatement(node.parent.parent);
    const isPart =
      ts.isVariableDeclaration(node) &&
      node.initializer &&
      names.has(/^\w+/.exec(node.initializer.getText())?.[0] ?? '');
    if ((ts.isImportSpecifier(node) || isOwn || isPart) && ts.isIdentifier(node.name)) names.add(node.name.text);
  }
  yield* names;
}

/** And not what is named there. */
const isRead = (node: ts.Identifier): boolean => {
  const { parent } = node;
  return !ts.isImportSpecifier(parent) && !('name' in parent && parent.name === node);
};

/** Null if it may be any text. */
function listLiterals(type: ts.Type): readonly string[] | null {
  const types = type.isUnion() ? type.types : [type];
  return types.every((one) => one.isStringLiteral()) ? types.map(({ value }) => value) : null;
}

function resolveAlias(checker: ts.TypeChecker, node: ts.Identifier): ts.Symbol | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

const getKeys = (entry: ts.Node): readonly string[] =>
  ts.isSourceFile(entry)
    ? []
    : [...getKeys(entry.parent), ...(ts.isPropertyAssignment(entry) ? [entry.name.getText()] : [])];

export interface Message {
  readonly path: string;
  /** A function’s arguments; every number of them is the one that is given. */
  readonly createArguments?: (count: number) => Arbitrary<unknown[]>;
}

/** Every leaf of what a catalogue exports. */
export function listMessages(program: ts.Program, source: ts.SourceFile): readonly Message[] {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(source);
  const list = (symbol: ts.Symbol, path: string): readonly Message[] => {
    const type = checker.getTypeOfSymbolAtLocation(symbol, source);
    const [signature] = type.getCallSignatures();
    if (signature) {
      const types = signature.parameters
        .filter(isNeeded)
        .map((parameter) => checker.getTypeOfSymbolAtLocation(parameter, source));
      return [{ path, createArguments: (count) => fc.tuple(...types.map((one) => createValues(checker, one, count))) }];
    }
    if (type.flags & ts.TypeFlags.StringLike || checker.isArrayLikeType(type) || type.getStringIndexType())
      return [{ path }];
    return type.getProperties().flatMap((one) => list(one, `${path}.${one.name}`));
  };
  return (module ? checker.getExportsOfModule(module) : [])
    .filter(({ flags }) => flags & ts.SymbolFlags.Value)
    .flatMap((symbol) => list(symbol, symbol.name));
}

const isNeeded = ({ valueDeclaration: parameter }: ts.Symbol): boolean =>
  !parameter || !ts.isParameter(parameter) || !(parameter.initializer ?? parameter.questionToken);

function createValues(checker: ts.TypeChecker, type: ts.Type, count: number): Arbitrary<unknown> {
  const create = (one: ts.Type): Arbitrary<unknown> => createValues(checker, one, count);
  if (type.isUnion()) return fc.oneof(...type.types.map(create));
  if (type.isStringLiteral() || type.isNumberLiteral()) return fc.constant(type.value);
  if (type.flags & ts.TypeFlags.Number) return fc.constant(count);
  if (type.flags & ts.TypeFlags.String) return fc.constantFrom('', 'Ada');
  if (type.flags & ts.TypeFlags.BooleanLiteral) return fc.constant(checker.typeToString(type) === 'true');
  if (type.flags & ts.TypeFlags.Null) return fc.constant(null);
  if (type.flags & ts.TypeFlags.Undefined) return fc.constant(undefined);
  if (checker.isTupleType(type)) return fc.tuple(...checker.getTypeArguments(type as ts.TypeReference).map(create));
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    if (item) return fc.array(create(item), { minLength: 1, maxLength: 4 });
  }
  if (type.flags & ts.TypeFlags.Object || type.isIntersection())
    return fc.record(
      Object.fromEntries(type.getProperties().map((one) => [one.name, create(checker.getTypeOfSymbol(one))])),
    );
  throw new Error(`No values for the type ${checker.typeToString(type)}.`);
}
