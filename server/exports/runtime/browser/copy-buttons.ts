const NAMES =
  '*copy *copier *kopier *copiar *copia *kopiuj *kopiera *\u590d\u5236 *\u8907\u88fd *\u30b3\u30d4\u30fc *\ubcf5\uc0ac *\u043a\u043e\u043f\u0438\u0440';

/** Set by the snapshot on buttons that only their text identifies (render/in-page/copy-buttons.ts). */
const MARK = 'data-offprint-copy';

/** Buttons that copy the whole page; marked by the snapshot. */
export const PAGE_BUTTONS = '[data-offprint-copy-page]';

/** Returns the text of the page's main content. */
export function textOfPage(): string {
  const selectors = ['main,[role="main"]', 'article', 'body'];
  const content = selectors
    .map((one) => document.querySelector<HTMLElement>(one))
    .find((one) => one !== null);
  return content?.innerText.trim() ?? '';
}

/** Buttons that copy code, recognised by their names. */
export const COPY_BUTTONS = [
  `[${MARK}]`,
  ...NAMES.split(' ').flatMap((name) =>
    ['aria-label', 'title'].map((attribute) => `button[${attribute}*="${name.slice(1)}" i]`),
  ),
  'button[class*="copy" i]',
  'button[class*="clipboard" i]',
  'button[data-clipboard-text]',
  'button[data-clipboard-target]',
  '[role="button"][class*="copy" i]',
  'clipboard-copy',
].join();

const LEVELS_ABOVE = 5;
/** Line numbers, and anything else next to the code that is not part of it. */
const BESIDE_CODE =
  'button,[role="button"],[aria-hidden="true"],[class*="line-number" i],[class*="linenumber" i],[class*="lineno" i],.gp,.go,style';

/** Returns the text that a button copies: what it refers to, or the code next to it; undefined if there is none. */
export function copiedText(button: HTMLElement): string | undefined {
  const given = button.getAttribute('data-clipboard-text') ?? button.getAttribute('data-code');
  if (given !== null) return given.replaceAll('\x7f', '\n'); // Expressive Code's encoding of line breaks
  const named = button.getAttribute('data-clipboard-target');
  const target = named ? document.querySelector(named) : null;
  if (target) return codeOf(target);
  let around: Element | null = button;
  for (let level = 0; around && level < LEVELS_ABOVE; level++, around = around.parentElement) {
    const codes = codesIn(around, button.hasAttribute(MARK) ? 'pre,code' : 'pre');
    const shown = codes.filter((code) => code.getClientRects().length > 0);
    if (shown.length === 1) return codeOf(shown[0] as Element);
    if (shown.length > 1) return undefined;
  }
  return undefined;
}

/** Returns the outermost matches. */
function codesIn(element: Element, selector: string): Element[] {
  if (element.matches(selector)) return [element];
  return [...element.querySelectorAll(selector)].filter((code) => !code.parentElement?.closest(selector));
}

function codeOf(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  const code = element.querySelector('code') ?? element;
  const copy = code.cloneNode(true) as Element;
  for (const beside of copy.querySelectorAll(BESIDE_CODE)) beside.remove();
  for (const br of copy.querySelectorAll('br')) br.replaceWith('\n');
  return copy.textContent.replace(/\n$/, '');
}
