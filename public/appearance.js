// Before the first paint: theme and text size as the settings last had them (src/chrome/appearance.ts).
Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('appearance') ?? '{}'));
