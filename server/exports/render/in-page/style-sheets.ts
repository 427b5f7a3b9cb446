import { writeAttribute } from './attributes.ts';

/** Returns the current rules of a sheet; undefined if they cannot be read. */
function rulesOf(sheet: CSSStyleSheet): string | undefined {
  try {
    return [...sheet.cssRules].map((rule) => rule.cssText).join('\n');
  } catch {
    return undefined; // from another host: its rules cannot be read, nor can scripts have changed them
  }
}

/** Escapes CSS for a style element, which `</style` would end. */
export function styleText(css: string): string {
  return css.replace(/<\/(?=style)/gi, '<\\/');
}

/** Creates a style element with the rules of a sheet, in a document in which nothing loads. */
export function styleElement(inert: Document, sheet: CSSStyleSheet): HTMLStyleElement {
  const style = inert.createElement('style');
  writeAttribute(style, 'data-offprint', '');
  if (sheet.media.mediaText !== '') style.media = sheet.media.mediaText;
  style.textContent = styleText(rulesOf(sheet) ?? '');
  return style;
}

/** Creates style elements for all non-empty sheets that a document or a shadow root has adopted. */
export function adoptedStyles(inert: Document, sheets: readonly CSSStyleSheet[]): HTMLStyleElement[] {
  return sheets
    .filter((sheet) => !sheet.disabled && sheet.cssRules.length > 0)
    .map((sheet) => styleElement(inert, sheet));
}

/** Keeps a copy's text unless scripts have changed the rules: libraries insert them one by one. */
export function mendStyle({ sheet, textContent }: HTMLStyleElement, copy: Element): void {
  if (!sheet) return;
  if (sheet.disabled) writeAttribute(copy, 'media', 'not all');
  const rules = rulesOf(sheet);
  if (rules === undefined || sheet.cssRules[0] instanceof CSSImportRule) return;
  const written = new CSSStyleSheet();
  written.replaceSync(textContent ?? '');
  if (rulesOf(written) !== rules) copy.textContent = styleText(rules);
}
