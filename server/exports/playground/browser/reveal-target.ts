/** Scripts may still be drawing so long. */
const WAIT_MS = 10_000;

/**
 * Brings into view what the address names when scripts draw it after the page has loaded: then browsers no longer look for it
 * (WHATWG HTML 7.4.6.4). Not once the reader has done something.
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
    return null; // of a hash that is not encoded
  }
}
