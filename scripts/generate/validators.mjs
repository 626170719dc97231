/**
 * Compiles every schema of `src/lib/protocol/schemas.ts` to plain functions, since MV3 forbids code from strings at run
 * time. The one rule: the output imports nothing and builds no code, so it runs in any context as it stands.
 */
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isFresh, root, write } from './files.mjs';

const entry = `${root}src/lib/protocol/schemas.ts`;
const folder = `${root}src/lib/schema/compiled/`;
const code = `${folder}validators.js`;
const types = `${folder}validators.d.ts`;
/** What the output was made from, one path a line; the schema modules decide it by their imports. */
const list = `${folder}inputs.txt`;

const require = createRequire(import.meta.url);

/** ajv's helpers that need nothing else, by the module that standalone code asks for. */
const helpers = { 'ajv/dist/runtime/ucs2length': 'ucs2length', 'ajv/dist/runtime/equal': 'equal' };

/** Puts the helper itself where ajv wrote a `require`, which no browser has. */
function inlineHelpers(source) {
  const inlined = source.replace(/^const (\w+) = require\("([^"]+)"\)\.default;$/gm, (_, name, module) => {
    if (!(module in helpers)) throw new Error(`${module}: add it to the helpers in scripts/generate/validators.mjs.`);
    return `const ${name} = ${require(module).default.toString()};`;
  });
  const left = /\brequire\(|\bnew Function\b|\beval\(/.exec(inlined);
  if (left) throw new Error(`Compiled validators contain ${left[0]}, which a browser or MV3 forbids.`);
  return inlined;
}

function compile(schemas) {
  const { Ajv } = require('ajv');
  const standalone = require('ajv/dist/standalone').default;
  const ajv = new Ajv({ strict: true, code: { source: true, esm: true, lines: true } });
  const names = Object.keys(schemas);
  for (const name of names) ajv.addSchema(schemas[name], name);
  const functions = standalone(ajv, Object.fromEntries(names.map((name, i) => [`v${i}`, name])));
  const table = names.map((name, i) => `  ${JSON.stringify(name)}: v${i},`).join('\n');
  return {
    code: `${inlineHelpers(functions)}\nexport const validators = {\n${table}\n};\n`,
    types: [
      `import type { Validate } from '../validator.ts';`,
      `export declare const validators: {`,
      ...names.map((name) => `  readonly ${JSON.stringify(name)}: Validate;`),
      `};\n`,
    ].join('\n'),
  };
}

/** Returns what was made, or nothing when the output is fresh. */
export async function generateValidators() {
  const known = await readFile(list, 'utf8').catch(() => entry);
  if (await isFresh([code, types, list], known.split('\n'))) return;
  const { runnerImport } = await import('vite'); // Node 20 cannot read TypeScript
  const { module, dependencies } = await runnerImport(entry, { configFile: false, root, logLevel: 'error' });
  const compiled = compile(module.SCHEMAS);
  await write(code, compiled.code);
  await write(types, compiled.types);
  const inputs = [entry, ...dependencies, fileURLToPath(import.meta.url), require.resolve('ajv/package.json')];
  await write(list, inputs.join('\n'));
  return code.slice(root.length);
}
