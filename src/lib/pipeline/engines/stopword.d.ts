/** The used part of `stopword`, by ISO 639-3 language code. */
declare module 'stopword' {
  export const ara: string[];
  export const deu: string[];
  export const eng: string[];
  export const fra: string[];
  export const ita: string[];
  export const jpn: string[];
  export const nld: string[];
  export const pol: string[];
  export const por: string[];
  export const rus: string[];
  export const spa: string[];
  export const swe: string[];
  export const tur: string[];
  export const zho: string[];
}
