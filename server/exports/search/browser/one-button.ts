/** Message between the documents of a window: a document's size in square pixels. `key` breaks ties. */
type Announcement = Readonly<{ offprintSearch: number; key: number }>;

/**
 * Shows one button for all documents of a window, including framesets and embedded pages: in the largest document,
 * unless that one has a search box of the site. Documents opened from files cannot access each other, except to count
 * frames and send messages.
 * @param show adds the button
 */
export function openOneButton(show: () => void): { announce: (hasBox: boolean) => void } {
  const key = Math.random();
  let own: Announcement | undefined;
  let isOthers = false;
  const send = (to: Window): void => to.postMessage(own, '*');
  window.addEventListener('message', ({ data, source }: MessageEvent<Partial<Announcement> | null>) => {
    const size = data?.offprintSearch;
    if (typeof size !== 'number' || own === undefined || source === window) return;
    const isLarger = size > own.offprintSearch || (size === own.offprintSearch && (data?.key ?? 0) > key);
    if (isLarger) {
      isOthers = true;
      document.querySelector('offprint-search-button')?.remove();
    } else if (source) send(source as Window); // it may have loaded later
  });
  return {
    announce: (hasBox) => {
      // A frameset has no content of its own.
      if (document.body?.localName === 'frameset') return;
      own = { offprintSearch: innerWidth * innerHeight, key };
      for (const other of windowsOf(window.top ?? window)) if (other !== window) send(other);
      // Wait for the answers of other documents before showing the button.
      const isAlone = window.top === window && window.length === 0;
      const add = (): void => {
        if (!hasBox && !isOthers) show();
      };
      if (isAlone) add();
      else setTimeout(add, ANSWER_MS);
    },
  };
}

const ANSWER_MS = 100;

function windowsOf(top: Window): Window[] {
  const windows = [top];
  for (const one of windows)
    for (let index = 0; index < one.length; index++) windows.push(one[index] as Window);
  return windows;
}
