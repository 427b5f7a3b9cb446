/** Scripts may take this long to render. */
const WAIT_MS = 10_000;

/**
 * Scrolls to the target of the URL fragment if scripts render it after the page has loaded, when browsers no longer
 * look for it (WHATWG HTML 7.4.6.4). Stops at the first user interaction.
 */
export function revealTarget(): void {
  const reveal = (): void => {
    const target = targetOf(location.hash);
    if (!target) return;
    end();
    target.scrollIntoView({ behavior: 'instant' });
  };
  const observer = new MutationObserver(reveal);
  const end = (): void => {
    observer.disconnect();
    for (const type of ACTIONS) removeEventListener(type, end);
  };
  addEventListener('load', () => {
    if (location.hash.length < 2 || targetOf(location.hash)) return;
    observer.observe(document, { childList: true, subtree: true });
    for (const type of ACTIONS) addEventListener(type, end, { passive: true });
    setTimeout(end, WAIT_MS);
  });
}

const ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

function targetOf(hash: string): Element | null {
  const name = hash.slice(1);
  try {
    return document.getElementById(name) ?? document.getElementById(decodeURIComponent(name));
  } catch {
    return null; // the fragment is not valid percent-encoding
  }
}
