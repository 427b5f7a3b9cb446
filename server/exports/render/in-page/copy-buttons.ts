/** Complete labels of copy buttons; longer texts are matched by name (runtime/browser/copy-buttons.ts). */
const COPY_WORDS =
  /^(copy|copy code|copier|kopieren|copiar|copia|kopiuj|kopiera|\u590d\u5236|\u8907\u88fd|\u30b3\u30d4\u30fc|\ubcf5\uc0ac|\u043a\u043e\u043f\u0438\u0440\u043e\u0432\u0430\u0442\u044c)$/i;
/** Labels of buttons that copy the page: its source in the original, its text in the bundle. */
const PAGE_WORDS =
  /^(copy( this| the)? page|copier la page|seite kopieren|copiar (la )?p[a\u00e1]gina|\u590d\u5236\u9875\u9762|\u8907\u88fd\u9801\u9762|\u30da\u30fc\u30b8\u3092\u30b3\u30d4\u30fc|\ud398\uc774\uc9c0 \ubcf5\uc0ac)$/i;
const LEVELS_ABOVE = 5;

/**
 * Runs in the page, on the snapshot's copy. Marks buttons for the bundle's script: those labelled only "Copy" beside a
 * single piece of code, and those labelled "Copy page".
 * @returns whether there are any
 */
export function markCopyButtons(copy: Element): boolean {
  let isMarked = false;
  for (const button of copy.querySelectorAll('button')) {
    const said = button.textContent.trim();
    const isOfPage = PAGE_WORDS.test(said);
    if (!isOfPage && !(COPY_WORDS.test(said) && standsBesideCode(button))) continue;
    button.setAttribute(isOfPage ? 'data-offprint-copy-page' : 'data-offprint-copy', '');
    isMarked = true;
  }
  return isMarked;
}

function standsBesideCode(button: Element): boolean {
  let around = button.parentElement;
  for (let level = 1; around && level < LEVELS_ABOVE; level++, around = around.parentElement) {
    const count = around.querySelectorAll('pre,code:not(pre code)').length;
    if (count > 0) return count === 1;
  }
  return false;
}
