/**
 * Compiles every schema that the build knows, of messages and of tool arguments, to plain functions, since MV3 forbids
 * code from strings at run time. The one rule: the output imports nothing and builds no code, so it runs in any context as it stands.
 */
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFresh, root, write } from './files.mjs';

/** Messages, by their name. */
const messages = `${root}src/lib/protocol/schemas.ts`;
/** Arguments of tools, by their `$id`: of those that jobs offer and those that agents may use. */
const jobs = `${root}src/lib/jobs/jobs.ts`;
const extensions = `${root}src/lib/agents/tool-groups.ts`;
const agentTool = `${root}src/lib/agents/agent-tool.ts`;
const agentJob = `${root}src/lib/agents/agent-job.ts`;
/** Arguments and replies of the test of a model, by their `$id`. */
const probe = `${root}src/lib/probe/tool-checks.ts`;
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

/** The schemas of the tools by their `$id`, which says whose they are. */
function byId(tools) {
  return Object.fromEntries(
    tools.map(({ definition: { name, inputSchema } }) => {
      if (inputSchema.$id !== `tool:${name}`)
        throw new Error(`The schema of the tool ${name}: give it the $id "tool:${name}".`);
      return [inputSchema.$id, inputSchema];
    }),
  );
}

/** `tables` are of schemas by name; each table is exported under its own name. */
function compile(tables) {
  const { Ajv } = require('ajv');
  const standalone = require('ajv/dist/standalone').default;
  // own properties: a field called `constructor` is missing unless somebody sent it
  const ajv = new Ajv({ strict: true, ownProperties: true, code: { source: true, esm: true, lines: true } });
  const all = Object.assign({}, ...Object.values(tables));
  const names = Object.keys(all);
  for (const name of names) ajv.addSchema(all[name], name);
  const functions = standalone(ajv, Object.fromEntries(names.map((name, i) => [`v${i}`, name])));
  const list = (table, line) =>
    Object.keys(tables[table])
      .map((name) => `  ${line(name)}\n`)
      .join('');
  const code = [inlineHelpers(functions)];
  const types = [`import type { Validate } from '../validator.ts';`];
  for (const table of Object.keys(tables)) {
    const value = list(table, (name) => `${JSON.stringify(name)}: v${names.indexOf(name)},`);
    const type = list(table, (name) => `readonly ${JSON.stringify(name)}: Validate;`);
    code.push(`export const ${table} = {\n${value}};`);
    types.push(`export declare const ${table}: {\n${type}};`);
  }
  return { code: `${code.join('\n')}\n`, types: `${types.join('\n')}\n` };
}

/** Returns what was made, or nothing when the output is fresh. */
export async function generateValidators() {
  const known = await readFile(list, 'utf8').catch(() => '');
  if (
    await isFresh(
      [code, types, list],
      known.split('\n').map((path) => resolve(root, path)),
    )
  )
    return;
  const { runnerImport } = await import('vite'); // Node 20 cannot read TypeScript
  const inputs = [fileURLToPath(import.meta.url), require.resolve('ajv/package.json')];
  const read = async (entry) => {
    const { module, dependencies } = await runnerImport(entry, { configFile: false, root, logLevel: 'error' });
    inputs.push(entry, ...dependencies);
    return module;
  };
  const offered = Object.values((await read(jobs)).JOBS).flatMap(({ registry }) => [...registry.tools.values()]);
  const usable = (await read(extensions)).EXTENSIONS.flatMap(({ tools }) => tools);
  const { CALL_AGENT_SCHEMA: callAgent } = await read(agentTool);
  const { handBack } = await read(agentJob);
  const compiled = compile({
    validators: (await read(messages)).SCHEMAS,
    toolValidators: { ...byId([...offered, ...usable, handBack]), [callAgent.$id]: callAgent },
    probeValidators: (await read(probe)).PROBE_SCHEMAS,
  });
  await write(code, compiled.code);
  await write(types, compiled.types);
  await write(list, inputs.map((path) => relative(root, resolve(root, path))).join('\n'));
  return code.slice(root.length);
}
