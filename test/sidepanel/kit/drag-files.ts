/** Files that a user drags into the panel. */
import { acted } from './acted.ts';

export const file = (name: string, mediaType = ''): File => new File([name], name, { type: mediaType });

/** As a browser tells of a drag: the types alone until it ends. */
export async function drag(
  name: 'dragover' | 'drop',
  files: readonly File[],
): Promise<{ readonly dropEffect: string }> {
  const event = new Event(name, { bubbles: true, cancelable: true });
  const items = files.map((each) => ({ kind: 'file', type: each.type }));
  const dataTransfer = { files: name === 'drop' ? files : [], items, types: ['Files'], dropEffect: '' };
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
  await acted(() => void document.body.dispatchEvent(event));
  return dataTransfer;
}
