import { COPY_BUTTONS, copiedText, PAGE_BUTTONS, textOfPage } from './copy-buttons.ts';

const SHOWN_MS = 1500;

/** Makes copy buttons work: those next to code copy the code, others the text of the page. */
export function installCopy(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>(`${PAGE_BUTTONS},${COPY_BUTTONS}`);
    const text = button && (button.matches(PAGE_BUTTONS) ? textOfPage() : copiedText(button));
    if (!button || text === undefined || text === null) return;
    event.preventDefault();
    write(text).then(
      () => tell(button, true),
      () => tell(button, false),
    );
  });
}

/** Falls back to `execCommand` on insecure pages (hosted without TLS), which cannot use the clipboard API. */
async function write(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.dataset.offprint = '';
    field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    if (!isCopied) throw new Error('no clipboard');
  }
}

/** Shows the result next to the button, and to screen readers, with a symbol that needs no translation. */
function tell(button: HTMLElement, isCopied: boolean): void {
  button.dataset.offprintCopied = String(isCopied);
  const { left, top, width } = button.getBoundingClientRect();
  const sign = document.createElement('div');
  sign.dataset.offprint = '';
  sign.setAttribute('role', 'status');
  sign.style.cssText = `all:initial;position:fixed;z-index:2147483647;left:${left + width / 2}px;top:${top}px;transform:translate(-50%,-110%);padding:2px 8px;border-radius:6px;background:#111;color:#fff;font:14px/1.4 sans-serif;pointer-events:none`;
  document.body.append(sign);
  // Screen readers announce a status when it changes.
  requestAnimationFrame(() => {
    sign.textContent = isCopied ? '\u2713' : '\u2717';
  });
  setTimeout(() => {
    sign.remove();
    delete button.dataset.offprintCopied;
  }, SHOWN_MS);
}
