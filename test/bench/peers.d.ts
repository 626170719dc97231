/** What the benchmarks use of packages that are installed only for them (package.json here), so that types need none. */
declare module 'react-markdown' {
  export default function Markdown(props: { children: string; remarkPlugins?: readonly unknown[] }): React.ReactNode;
}
declare module 'remark-gfm' {
  const plugin: unknown;
  export default plugin;
}
declare module 'streamdown' {
  export function Streamdown(props: { children: string }): React.ReactNode;
}
declare module 'gpt-tokenizer/encoding/o200k_base' {
  export function countTokens(text: string): number;
}
declare module 'defuddle' {
  export default class Defuddle {
    constructor(document: Document);
    parse(): { readonly content: string };
  }
}
