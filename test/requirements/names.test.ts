/** Functions are verbs or predicates: the names of all top-level functions of src. Components and hooks have their own form. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_NOUNLIKE_SHARE = 0.02;
const MIN_VERB_SHARE = 0.9;

const VERBS = new Set(
  `abort accept adapt add advance align allow append apply archive arrange ask assert assign attach authorize balance bind
  bring build calculate call canonicalise capture change check choose chunk clamp classify clean clear clip close coerce
  collapse collect compact compare compile complete compose compute concat condense connect continue convert copy count
  create crop cut decide decode define delete derive describe detect disable discard draft drop emit encode enclose
  end escape estimate evaluate exchange exclude execute expand explain export extract fail fetch fill filter find fit
  flatten fold forget format gather generate get grade grant group grow guess gunzip handle hash hide highlight ignore
  import indent index infer insert inspect install interpret intersect invoke iterate join keep label lay limit list
  listen load locate log lowercase make map mark match measure memoise merge migrate move name narrow nest normalise note
  omit open order paint parse perform pick place plan play post prepend press price probe put qualify quote race rank
  read rebuild reconcile record recover redact reduce register release remove rename render repair repeat replace report
  request require reset resize resolve restore resume retry reveal rewrite round run sanitise save scale scan schedule
  scope score scroll search select send separate serialise serialize serve set settle shorten show shrink signal simplify
  skip sleep sort split spread stamp start stem stop store stream stringify strip subtract suggest sum summarise swallow
  switch tag take tidy to tokenise track translate trim truncate try unescape unhide unpin unwrap update upgrade validate
  verify view wait walk watch wrap write yield`.split(/\s+/),
);
const PREDICATES =
  /^(?:are|can|continues|counts|does|ends|equals?|fits|handles|has|includes|is|joins|lacks|matches|needs|overlaps|separates|should|splits|starts|was|wants)(?![a-z])/;
/** JSON Schema's keywords, and a verb that looks like a participle. */
const EXCEPTIONS = new Set(['buildAnyOf', 'buildOneOf', 'buildMultipleOf', 'flatten']);

interface NamedFunction {
  readonly name: string;
  readonly file: string;
}

function listFunctions(): readonly NamedFunction[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('compiled'))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
      return source.statements.flatMap(listNames).map((name) => ({ name, file: relative(ROOT, path) }));
    })
    .filter(({ name }) => !/^(?:[A-Z]|use[A-Z]|_)/.test(name));
}

function listNames(statement: ts.Statement): readonly string[] {
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? [name.text]
      : [],
  );
}

function isNounlike({ name }: NamedFunction): boolean {
  return !EXCEPTIONS.has(name) && (/[a-z]Of$/.test(name) || /^[a-z]+(?:ed|en|ing)$/.test(name));
}

function isVerbOrPredicate({ name }: NamedFunction): boolean {
  return PREDICATES.test(name) || VERBS.has(/^[a-z]+/.exec(name)?.[0] ?? '');
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The names of the files with most of them. */
function formatWorst(functions: readonly NamedFunction[]): string {
  const files = new Map<string, string[]>();
  for (const { file, name } of functions) files.set(file, [...(files.get(file) ?? []), name]);
  return [...files]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 20)
    .map(([file, names]) => `  ${file}: ${names.join(', ')}`)
    .join('\n');
}

test('functions are verbs or predicates, not nouns (`titleOf`) or bare participles (`joined`)', () => {
  const functions = listFunctions();
  expect(functions.length).toBeGreaterThan(1000);
  const nounlike = functions.filter(isNounlike);
  const others = functions.filter((one) => !isVerbOrPredicate(one));
  const nounlikeShare = nounlike.length / functions.length;
  const verbShare = 1 - others.length / functions.length;
  const figures = `${String(functions.length)} functions: ${percent(verbShare)} verbs and predicates, ${percent(nounlikeShare)} xOf and participles.`;
  expect(nounlikeShare, `${figures} Begin these with a verb:\n${formatWorst(nounlike)}`).toBeLessThan(
    MAX_NOUNLIKE_SHARE,
  );
  expect(verbShare, `${figures} Begin these with a verb:\n${formatWorst(others)}`).toBeGreaterThanOrEqual(
    MIN_VERB_SHARE,
  );
});
