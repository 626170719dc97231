/** What the panel needs once something is wrong: a script of its own. */
export { AccessCard } from './access-card.tsx';
export { ErrorCard } from './error-card.tsx';
