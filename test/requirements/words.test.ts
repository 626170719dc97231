/** All words that people read are in catalogues that can be translated: typed messages, with plurals by the language's rules. */
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { t as shell } from '../../src/sidepanel/strings/shell.ts';
import {
  CATALOGUES,
  createProgram,
  getPath,
  listMessages,
  listNodes,
  listSources,
  listUnreadMessages,
} from '../kit/product/catalogue.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Of what is said in parts, if there are none. */
const NO_PART = '[""]';
const COUNTS = [0, 1, 2, 5, 1000];
/** The language is that of the text that is read, or the result is for code. */
const OTHER_LANGUAGES = /^src\/lib\/(?:pipeline\/|schedules\/due)/;
const SAID = /^(?:aria-(?:label|description|roledescription|placeholder|valuetext)|title|placeholder|alt|label)$/;
const hasWords = (text: string): boolean => /\p{L}/u.test(text);

/** What is stiff, or said in the order of another language. */
const UNSAID =
  /\b(?:stands?|standing|of (?:no )?use|anew|besides|a pause|by itself|in the package|t(?:ak(?:es?|ing|en)|ook) (?:\w+ ){1,2}back)\b/i;
/**
 * Another word for what has one: picture, try again, stop, conversation, steps, definition, custom action, address; and what
 * is not contracted, as the rest is.
 */
const OTHER_WORDS =
  /\b(?:images?|retry|regenerate|cancel|chats?|turns|manifests?|presets?|own actions?|quick actions?|endpoints?|cannot|(?:did|does|do|could|is|was|were|has|have|are|will) not)\b/i;
/** A form is closed by “Cancel”; the other is a path in a file. */
const EXCEPTIONS = [/^src\/ui\/form-words\.ts: cancel/i, /settings-file\.ts: endpoint in message: `settings: \/models/];
/** Also errors, which are written where they arise; of the other folders models read them. */
const ERROR_PARTS = /^(?:message|hint)$/;
const FOR_PEOPLE = /^src\/(?!lib\/(?:agent|agents|jobs|toolbox)\/)/;

const program = createProgram();

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

const findIn =
  (words: RegExp) =>
  (node: ts.Node): string | undefined =>
    isText(node) ? words.exec(node.text)?.[0] : undefined;

const findInError =
  (words: RegExp) =>
  (node: ts.Node): string | undefined =>
    ts.isPropertyAssignment(node) && ERROR_PARTS.test(node.name.getText())
      ? listNodes(node.initializer)
          .map(findIn(words))
          .find((found) => found !== undefined)
      : undefined;

/** Texts of an object, at any depth. */
const listTexts = (words: unknown): readonly string[] =>
  typeof words === 'string' ? [words] : Object.values(words as object).flatMap(listTexts);

function findLiteral(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return hasWords(node.text) ? node.text : undefined;
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].find(({ text }) => hasWords(text))?.text;
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return findLiteral(node.expression);
  if (ts.isConditionalExpression(node)) return findLiteral(node.whenTrue) ?? findLiteral(node.whenFalse);
  return ts.isBinaryExpression(node) ? findLiteral(node.right) : undefined;
}

/** What is shown or read out. */
function findSaid(node: ts.Node): string | undefined {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node))
    return node.children.map(findLiteral).find((text) => text !== undefined);
  if (ts.isJsxAttribute(node)) return SAID.test(node.name.getText()) ? findLiteral(node.initializer) : undefined;
  if (ts.isCallExpression(node) && node.expression.getText().endsWith('.setAttribute')) {
    const [name, value] = node.arguments;
    return name && ts.isStringLiteral(name) && SAID.test(name.text) ? findLiteral(value) : undefined;
  }
  const assigns = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return assigns && /\.(?:textContent|innerText|title|ariaLabel)$/.test(node.left.getText())
    ? findLiteral(node.right)
    : undefined;
}

/** A language that is written where something is formatted. */
const namesLanguage = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  /^Intl\.(?!Segmenter|getCanonicalLocales|Locale)|\.toLocale(?:Date|Time)?String$/.test(node.expression.getText()) &&
  findLiteral(node.arguments?.[0]) !== undefined;

const list = (paths: RegExp, find: (node: ts.Node) => string | boolean | undefined): readonly string[] =>
  listSources(program, paths).flatMap((source) =>
    listNodes(source).flatMap((node) => {
      const found = find(node);
      return found === undefined || found === false
        ? []
        : [`${getPath(source)}: ${String(found)} in ${node.getText()}`];
    }),
  );

describe('words for people', () => {
  it('are in catalogues, never where they are shown', () => {
    expect(list(/^src\/(?:sidepanel|options|content|ui)\//, findSaid)).toEqual([]);
  });

  it('are formatted for the one language of the product', () => {
    expect(list(/^src\//, namesLanguage).filter((place) => !OTHER_LANGUAGES.test(place))).toEqual([]);
  });

  it('have plurals by the rules of the language, not by comparing with one', () => {
    expect(
      list(CATALOGUES, (node) => ts.isConditionalExpression(node) && /[!=]== 1$/.test(node.condition.getText())),
    ).toEqual([]);
  });

  it('are plain', async () => {
    expect(list(CATALOGUES, findIn(UNSAID))).toEqual([]);
    expect(list(FOR_PEOPLE, findInError(UNSAID))).toEqual([]);
    const { default: page } = await import('../../public/_locales/en/messages.json');
    expect(listTexts(page).filter((text) => UNSAID.test(text))).toEqual([]);
  });

  it('are the same for the same thing', async () => {
    const found = [...list(CATALOGUES, findIn(OTHER_WORDS)), ...list(FOR_PEOPLE, findInError(OTHER_WORDS))];
    expect(found.filter((place) => !EXCEPTIONS.some((exception) => exception.test(place)))).toEqual([]);
    const { default: page } = await import('../../public/_locales/en/messages.json');
    expect(listTexts(page).filter((text) => OTHER_WORDS.test(text))).toEqual([]);
  });

  it('are one sentence in a notice, and at most the next step', () => {
    const notices = Object.entries(shell.notices);
    expect(notices.length).toBeGreaterThan(3);
    for (const [code, { title, text }] of notices) {
      expect(title, code).not.toMatch(/[.:;]/);
      expect(text, code).toMatch(/^\p{Lu}[^.:;!?]*\.$/u);
    }
  });

  it('are all read somewhere', () => {
    expect(listUnreadMessages(program)).toEqual([]);
  });
});

describe.each(listSources(program, CATALOGUES).map((source) => [getPath(source), source] as const))(
  '%s',
  (path, source) => {
    it('says something for every number and argument', async () => {
      const module = (await import(join(ROOT, path))) as Record<string, unknown>;
      for (const { path: keys, createArguments } of listMessages(program, source)) {
        const message = keys
          .split('.')
          .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], module);
        if (createArguments === undefined) expect(message, keys).toBeDefined();
        else
          for (const count of COUNTS)
            fc.assert(
              fc.property(createArguments(count), (args) => {
                const said = JSON.stringify((message as (...args: unknown[]) => unknown)(...args) ?? 'nothing to say');
                if (!JSON.stringify(args).includes('""') && said !== NO_PART)
                  expect(said, keys).toMatch(/[\p{L}\p{N}]/u);
                expect(said, keys).not.toMatch(/undefined|null|NaN|\[object|#/);
              }),
              { numRuns: 10 },
            );
      }
    });
  },
);
