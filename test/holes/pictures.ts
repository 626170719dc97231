/** Deliberate holes in how pictures are read: marks told by their shape, large ones cut in bands, and their parts in a run. */
import type { Hole } from './holes.ts';

const OCR = 'src/lib/pipeline/ocr/';
const ocr = (file: string, name: string): Hole['caughtBy'] => ({ file: `test/lib/pipeline/ocr/${file}`, test: name });

export const PICTURE_HOLES: readonly Hole[] = [
  {
    name: 'takes a letter for a bullet though the engine is sure of it',
    file: `${OCR}marks/find-marks.ts`,
    find: ' && !isSureLetter(word)',
    replace: '',
    caughtBy: ocr('marks.test.ts', 'that the engine is sure of'),
  },
  {
    name: 'takes a bold letter with a gap in it for a bullet',
    file: `${OCR}marks/mark-shapes.ts`,
    find: '[0, 0.2, 0.4].every(',
    replace: '[0].every(',
    caughtBy: ocr('marks.test.ts', 'however sure the engine is'),
  },
  {
    name: 'cuts a picture through large letters',
    file: `${OCR}bands/seam.ts`,
    find: 'findInked(pixels, edges, Infinity)',
    replace: 'findInked(pixels, edges, longest)',
    caughtBy: ocr('bands.test.ts', 'crosses no letter, however large'),
  },
  {
    name: 'does not see ink that is drawn on nothing',
    file: `${OCR}bands/seam.ts`,
    find: 'const [first, second] = [data[one * 4 + 3] ?? 0, data[other * 4 + 3] ?? 0];',
    replace: 'const [first, second] = [255, 255];',
    caughtBy: ocr('bands.test.ts', 'as on white'),
  },
  {
    name: 'lets the bands of an askew picture drift sideways',
    file: `${OCR}bands/join-bands.ts`,
    find: ' + down * sine',
    replace: '',
    caughtBy: ocr('bands.test.ts', 'on a page that stands askew'),
  },
  {
    name: 'takes the part of one picture for that of another',
    file: 'src/lib/toolbox/picture/extract-screenshot-text.ts',
    find: 'meta.picture === hash && meta.readShare === share',
    replace: 'meta.readShare === share',
    caughtBy: { file: 'test/lib/jobs/picture-bands.test.ts', test: 'of several ends with the text of each' },
  },
  {
    name: 'takes a part of a picture for a source',
    file: 'src/lib/toolbox/sources.ts',
    find: ' && !isPart',
    replace: '',
    caughtBy: { file: 'test/lib/jobs/picture-bands.test.ts', test: 'that is stopped keeps what was read' },
  },
  {
    name: 'lets a stopped text be corrected as if it were whole',
    file: 'src/sidepanel/pictures/picture-result.tsx',
    find: 'found.readShare !== undefined ?',
    replace: 'found.readShare === 2 ?',
    caughtBy: { file: 'test/sidepanel/pictures/picture-growing.test.tsx', test: 'until then it cannot be changed' },
  },
];
