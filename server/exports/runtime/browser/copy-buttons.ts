const NAMES =
  '*copy *copier *kopier *copiar *copia *kopiuj *kopiera *\u590d\u5236 *\u8907\u88fd *\u30b3\u30d4\u30fc *\ubcf5\uc0ac *\u043a\u043e\u043f\u0438\u0440';

/** On buttons that nothing but their text tells to be one; the snapshot sets it (render/in-page/copy-buttons.ts). */
const MARK = 'data-offprint-copy';

/** Buttons that copy the page; the snapshot marks them. */
export const PAGE_BUTTONS = '[data-offprint-copy-page]';

/** What is to be read of the page, without what stands around it. */
export function textOfPage(): string {
  const selectors = ['main,[role="main"]', 'article', 'body'];
  const content = selectors
    .map((one) => document.querySelector<HTMLElement>(one))
    .find((one) => one !== null);
  return content?.innerText.trim() ?? '';
}

/** Buttons that copy code, by what they are called. */
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
/** Numbers of lines, and whatever else stands beside the code without being part of it. */
const BESIDE_CODE =
  'button,[role="button"],[aria-hidden="true"],[class*="line-number" i],[class*="linenumber" i],[class*="lineno" i],.gp,.go,style';

/** What a button copies: what it names, or the code beside it; undefined when there is none. */
export function copiedText(button: HTMLElement): string | undefined {
  const given = button.getAttribute('data-clipboard-text') ?? button.getAttribute('data-code');
  if (given !== null) return given.replaceAll('\x7f', '\n'); // line ends, as Expressive Code writes them in an attribute
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

/** The outermost ones. */
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
