/**
 * Quotes on live pages: the store build's own reader reads a page, and its own highlighter points at what was read.
 * The one rule: what is highlighted is asked of the browser, and its words are compared with the quote's.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageReading } from '../../src/lib/pipeline/page/article.ts';
import { blocksOf, headingText, type Block } from '../../src/lib/pipeline/text/blocks.ts';
import { inlineText } from '../../src/lib/pipeline/text/inline.ts';
import { passagesOf } from '../../src/lib/pipeline/text/passages.ts';
import { sentencesOf } from '../../src/lib/pipeline/text/sentences.ts';
import { golden, goldenNames, type Site, startSite } from '../kit/site.ts';
import { type Harness, launch } from './harness.ts';

const READER = 'src/content/reader.iife.js';
const HIGHLIGHT = 'src/content/highlight.iife.js';
