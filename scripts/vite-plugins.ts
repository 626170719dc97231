/** What the package must not contain, taken out at build time. Each plugin fails the build when its target has moved. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Zod's two places that make code from strings. `jitless` (no-eval.ts) keeps them from running; a store wants them gone. */
const FROM_STRINGS: readonly (readonly [file: string, found: string, instead: string])[] = [
  ['zod/v4/core/util.js', 'const F = Function;\n        new F("");\n        return true;', 'return false;'],
  ['zod/v4/core/doc.js', 'const F = Function;', 'const F = undefined;'],
];

/** Zod's way from its schemas to JSON Schema: 40 KB for schemas that nobody here converts. */
const CONVERTERS = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;

/**
 * The provider library brings zod. Of it go: code from strings, the converters, and version 3's schemas (87 KB), which the
 * library only names to convert schemas that nobody here has.
 */
export const leanZod: Plugin = {
  name: 'kl:lean-zod',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'zod/v3' ? '\0zod-v3-names' : null),
  load(id) {
    if (id === '\0zod-v3-names') return 'export const ZodFirstPartyTypeKind = {};';
    if (!CONVERTERS.test(id)) return null;
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm)].map(
      ([, name]) => name,
    );
    if (names.length === 0) this.error(`${id} no longer exports what leanZod takes out. Look at it anew.`);
    // whoever makes a schema is given a method it never calls; whoever called it would be told
    const gone = `const gone = () => () => { throw new Error('This build converts no schemas.'); };`;
    return `${gone}\n${names.map((name) => `export { gone as ${name} };`).join('\n')}\nexport { gone as process };`;
  },
  transform(code, id) {
    const place = FROM_STRINGS.find(([file]) => id.endsWith(file));
    if (!place) return null;
    const [file, found, instead] = place;
    if (!code.includes(found)) this.error(`${file} no longer holds what leanZod takes out. Look at it anew.`);
    return { code: code.replace(found, instead), map: null };
  },
};

/** The highlighter's advice to programmers, which names addresses of scripts. */
export const leanHighlighter = (): Plugin => ({
  name: 'kl:lean-highlighter',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]highlight\.js[\\/]lib[\\/]core\.js$/.test(id)) return null;
    const advice = /https:\/\/github\.com\/highlightjs\/highlight\.js/g;
    if (!advice.test(code)) this.error(`${id} no longer holds what leanHighlighter takes out. Look at it anew.`);
    return { code: code.replace(advice, 'highlightjs'), map: null };
  },
});

/** The provider libraries whose replies are only ever streamed. */
const PROVIDERS = /[\\/]@ai-sdk[\\/](?:anthropic|google|openai|openai-compatible)[\\/]dist[\\/].*\.mjs$/;

/** A method from its head to the brace that ends it, by the indentation in which the libraries are built. */
const WHOLE_REPLIES = /^ {2}async doGenerate\([^]*?^ {2}\}$/gm;

/** A constant made by a call, which a bundler keeps because the call might do something. These only make what they return. */
const MADE =
  /^((?:var|const|let) \w+ = )(?=(?:lazySchema|lazyValidator|zodSchema|create\w*(?:Factory\w*?|Handler)|z\d*\.\w+)\d*\()/gm;

/**
 * Of the provider libraries go replies that are not streamed, with the schemas of such replies, and what is made for models
 * and tools that nobody here has.
 */
export const leanProviders: Plugin = {
  name: 'kl:lean-providers',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!PROVIDERS.test(id)) return null;
    if (code.search(WHOLE_REPLIES) === -1)
      this.error(`${id} no longer holds what leanProviders takes out. Look at it anew.`);
    const streamed = code.replace(WHOLE_REPLIES, `  doGenerate() { throw new Error('This build streams.'); }`);
    return { code: streamed.replace(MADE, '$1/* @__PURE__ */ '), map: null };
  },
};

const NO_POLYFILL = '\0no-fetch-polyfill';

/** Ollama's client brings a `fetch` made of XMLHttpRequest, for browsers that have none; a worker has the one and not the other. */
export const noFetchPolyfill: Plugin = {
  name: 'kl:no-fetch-polyfill',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'whatwg-fetch' ? NO_POLYFILL : null),
  load: (id) => (id === NO_POLYFILL ? 'export {};' : null),
  buildEnd(error) {
    if (error === undefined && !Array.from(this.getModuleIds()).includes(NO_POLYFILL))
      this.error('Nothing imports whatwg-fetch any more. Look whether this plugin is still of use.');
  },
};

/** What pdf.js and its polyfills make from strings, or would in another runtime; and one place that only looks like it. */
const PDF_FROM_STRINGS: readonly (readonly [found: string, instead: string])[] = [
  [`return Function('return require("' + name + '")')();`, 'return undefined;'],
  [`(function () { return this; })() || Function('return this')();`, 'globalThis;'],
  ['new Function("");\n    return true;', 'return false;'],
  ['return new Function("src", "srcOffset", "dest", "destOffset", compiled);', 'return null;'],
  ['new StringStream("")', 'new StringStream(" ")'],
];
const PDF_PARTS = /[\\/]pdfjs-dist[\\/]legacy[\\/]build[\\/]pdf(\.worker)?\.mjs$/;

/** pdf.js without code from strings. `isEvalSupported: false` keeps it from running; a store wants it gone. */
export const leanPdf = (): Plugin => {
  const met = new Set<string>();
  return {
    name: 'kl:lean-pdf',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!PDF_PARTS.test(id)) return null;
      let lean = code;
      for (const [found, instead] of PDF_FROM_STRINGS) {
        if (lean.includes(found)) met.add(found);
        lean = lean.replaceAll(found, instead);
      }
      return { code: lean, map: null };
    },
    buildEnd(error) {
      const moved = PDF_FROM_STRINGS.find(([found]) => !met.has(found));
      if (error === undefined && met.size > 0 && moved)
        this.error(`pdf.js no longer holds ${moved[0]}. Look at leanPdf anew.`);
    },
  };
};

/**
 * What libraries would do elsewhere: fetch from a server, run in Node or an old browser, read BMP files, make code from
 * strings.
 */
const ELSEWHERE: readonly (readonly [file: string, found: string, instead: string])[] = [
  ['tesseract.js/src/worker-script/index.js', "require('regenerator-runtime/runtime');", ''],
  ['tesseract.js/src/worker-script/index.js', 'https://cdn.jsdelivr.net/npm/@tesseract.js-data/', 'about:invalid#'],
  ['tesseract.js/src/worker-script/utils/setImage.js', "require('bmp-js')", 'undefined'],
  ['tesseract.js-core/tesseract-core-relaxedsimd-lstm.js', 'require("fs")', 'undefined'],
  ['tesseract.js-core/tesseract-core-relaxedsimd-lstm.js', 'require("crypto")', 'undefined'],
  // it is handed its machine code, which is in the package once
  ['onnxruntime-web/dist/ort.wasm.bundle.min.mjs', 'new URL("ort-wasm-simd-threaded.wasm",import.meta.url)', '{}'],
  ['underscore/modules/_setup.js', "Function('return this')()", 'undefined'],
  ['underscore/modules/template.js', "new Function(argument, '_', source)", 'undefined'],
  ['jszip/dist/jszip.min.js', 'new Function(""+e)', 'undefined'],
];

/** Libraries for one place alone. They are handed all they need there, so none of this runs; a store wants it gone. */
export const leanLibraries = (): Plugin => ({
  name: 'kl:lean-libraries',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    let lean = code;
    for (const [file, found, instead] of ELSEWHERE) {
      if (!id.endsWith(`/${file}`)) continue;
      if (!lean.includes(found)) this.error(`${file} no longer holds ${found}. Look at leanLibraries anew.`);
      lean = lean.replaceAll(found, instead);
    }
    return lean === code ? null : { code: lean, map: null };
  },
});

/** The dev server injects styles and talks to its own socket, which the pages' narrow policy would forbid. No build has this. */
export const openDevPages: Plugin = {
  name: 'kl:open-dev-pages',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
};
