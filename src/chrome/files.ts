/** Files for the person, as downloads. */

/** The browser reads the blob when the click's own task is over; a minute is more than enough. */
const READ_MS = 60_000;

/** Offers the text as a file of that name. */
export function saveFile(name: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
