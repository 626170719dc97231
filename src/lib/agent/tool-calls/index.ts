export * from './tool.ts';
export * from './registry.ts';
export { ENGINES, LINKED, OWN_TAB, UNREADABLE, getWebOrigin } from '../egress/destinations.ts';
