export const asData = (text: string): string => text.replace(/<(?=\/?[a-z])/gi, '&lt;');
export const loadTemplate = (name: string): string => name;
export const renderTemplate = (template: string, values: Readonly<Record<string, unknown>>): string =>
  `${template}\n${JSON.stringify(values)}`;
