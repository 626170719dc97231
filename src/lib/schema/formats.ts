/** The formats that the interpreter checks. Each test takes time linear in the text. */

const DATE = /^\d{4}-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`); // an invalid day is rejected or rolls over to another date
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at < text.length - 1 && text.length <= 320 && !/[\s<>]/.test(text);
}

export const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', (text) => TIME.test(text)],
  ['date-time', (text) => /^[Tt ]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && TIME.test(text.slice(11))],
  ['uuid', (text) => UUID.test(text)],
  ['email', isEmail],
  ['uri', (text) => URL.canParse(text)],
]);
