/** Makes what is derived rather than written: tables of characters, OCR data, rank table, validators. Quick, and a no-op when nothing changed. */
import { generateCmaps } from './generate/cmaps.mjs';
import { generateOcr } from './generate/ocr.mjs';
import { generateRanks } from './generate/ranks.mjs';
import { generateValidators } from './generate/validators.mjs';

for (const made of await Promise.all([generateCmaps(), generateOcr(), generateRanks(), generateValidators()]))
  if (made) console.log(`made ${made}`);
