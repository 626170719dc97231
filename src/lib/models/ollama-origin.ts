/** The hint for Ollama's origin check. It allows this extension only, not every extension. */

/**
 * Ollama answers 403 to an `Origin` that is not in `OLLAMA_ORIGINS`; the setting adds to its defaults.
 * https://github.com/ollama/ollama/blob/main/docs/faq.mdx
 */
export function formatOllamaOriginHint(extensionOrigin: string): string {
  const setting = `OLLAMA_ORIGINS=${extensionOrigin.replace(/\/{1,10}$/, '')}`;
  const [name, value] = setting.split('=', 2).map(String);
  return [
    `Allow this extension with the setting ${setting} and restart Ollama.`,
    `From a terminal: \`${setting} ollama serve\`.`,
    `macOS app: \`launchctl setenv ${String(name)} "${String(value)}"\`, then quit and open Ollama.`,
    `Linux service: \`systemctl edit ollama.service\`, add \`[Service]\` and \`Environment="${setting}"\`, then \`systemctl restart ollama\`.`,
    `Windows: \`setx ${String(name)} "${String(value)}"\`, then quit and open Ollama.`,
  ].join(' ');
}
