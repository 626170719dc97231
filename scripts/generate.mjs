/** Makes what is derived rather than written: tables of characters, OCR data, rank table, built-in agents. Quick, and a no-op when nothing changed. */
import { generateAgents } from './generate/agents.mjs';
import { generateCmaps } from './generate/cmaps.mjs';
import { generateOcr } from './generate/ocr.mjs';
import { generateRanks } from './generate/ranks.mjs';

for (const made of await Promise.all([generateAgents(), generateCmaps(), generateOcr(), generateRanks()]))
  if (made) console.log(`made ${made}`);
