/** Reads the text in a picture. */
export { ENGINE_SETTINGS, encodePgm, type EngineBlock, extractRawWords } from './engine.ts';
export { type Box, type Gray, type Pixels, type RawWord, type Reading, type Recognise } from './types.ts';
export { readPicture } from './read.ts';
