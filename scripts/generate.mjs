/** Makes what is derived rather than written: tables of characters, rank table, validators. Quick, and a no-op when nothing changed. */
import { generateCmaps } from './generate/cmaps.mjs';
import { generateRanks } from './generate/ranks.mjs';
import { generateValidators } from './generate/validators.mjs';

for (const made of await Promise.all([generateCmaps(), generateRanks(), generateValidators()]))
  if (made) console.log(`made ${made}`);
