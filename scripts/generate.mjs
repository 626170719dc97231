/** Makes what is derived rather than written: rank table, validators. Quick, and a no-op when nothing changed. */
import { generateRanks } from './generate/ranks.mjs';
import { generateValidators } from './generate/validators.mjs';

for (const made of await Promise.all([generateRanks(), generateValidators()])) if (made) console.log(`made ${made}`);
