import { writeAttribute } from './attributes.ts';

/** The rules of a sheet as they are now; undefined where they are not to be read. */
function rulesOf(sheet: CSSStyleSheet): string | undefined {
  try {
    return [...sheet.cssRules].map((rule) => rule.cssText).join('\n');
  } catch {
    return undefined; // of another host: its rules are not to be read, nor can scripts have changed them
  }
}

/** CSS as the text of a style element: `</style` within would end it. */
export function styleText(css: string): string {
  return css.replace(/<\/(?=style)/gi, '<\\/');
}

/** An element with the rules of a sheet, made in a document in which nothing loads. */
export function styleElement(inert: Document, sheet: CSSStyleSheet): HTMLStyleElement {
  const style = inert.createElement('style');
  writeAttribute(style, 'data-offprint', '');
  if (sheet.media.mediaText !== '') style.media = sheet.media.mediaText;
  style.textContent = styleText(rulesOf(sheet) ?? '');
  return style;
}

/** The same of all sheets that a document or a shadow root has adopted and that say something. */
export function adoptedStyles(inert: Document, sheets: readonly CSSStyleSheet[]): HTMLStyleElement[] {
  return sheets
    .filter((sheet) => !sheet.disabled && sheet.cssRules.length > 0)
    .map((sheet) => styleElement(inert, sheet));
}

/** Leaves a copy as it is written, unless scripts have changed the rules: libraries insert them one by one. */
export function mendStyle({ sheet, textContent }: HTMLStyleElement, copy: Element): void {
  if (!sheet) return;
  if (sheet.disabled) writeAttribute(copy, 'media', 'not all');
  const rules = rulesOf(sheet);
  if (rules === undefined || sheet.cssRules[0] instanceof CSSImportRule) return;
  const written = new CSSStyleSheet();
  written.replaceSync(textContent ?? '');
  if (rulesOf(written) !== rules) copy.textContent = styleText(rules);
}
