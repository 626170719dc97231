/** Tells the toolbar of the page, which may not read the settings, that no language model is set up. */
declare global {
  var __klNoModel: true | undefined;
}

globalThis.__klNoModel = true;

export {};
