/**
 * Writes README's table from bench-results.json, which `npm run bench` has just written. Fails on a row that was not measured.
 *
 *   npm run bench -- size worker store loop tokens rendering peer-loop peer-rendering && node scripts/bench-readme.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillTable } from './lib/bench-readme.mjs';
import { ROOT } from './lib/setup.mjs';

const readme = join(ROOT, 'README.md');
const figures = JSON.parse(readFileSync(join(ROOT, 'bench-results.json'), 'utf8'));
writeFileSync(readme, fillTable(readFileSync(readme, 'utf8'), figures));
