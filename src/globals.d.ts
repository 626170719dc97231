/// <reference types="@crxjs/vite-plugin/client" />

/** The product's version, set by the build. */
declare const __PRODUCT__: string;
