/** Makes what is derived rather than written: tables of characters, OCR data, rank table, prompts, built-in agents. Quick, and a no-op when nothing changed. */
import { generateTexts } from './generate/texts.mjs';
import { generateCmaps } from './generate/cmaps.mjs';
import { generateOcr } from './generate/ocr.mjs';
import { generateRanks } from './generate/ranks.mjs';

for (const made of await Promise.all([generateTexts(), generateCmaps(), generateOcr(), generateRanks()]))
  if (made) console.log(`made ${made}`);
