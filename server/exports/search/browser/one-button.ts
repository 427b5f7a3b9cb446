/** What the documents of one window tell each other: how large they are, in square px; `key` decides between equals. */
type Announcement = Readonly<{ offprintSearch: number; key: number }>;

/**
 * One button for all documents of a window, framesets and embedded pages: the largest has it, unless it has a box of the
 * site's own. From files, documents of one window may not look at each other, but for counting frames and messages.
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
    } else if (source) send(source as Window); // it may have come later
  });
  return {
    announce: (hasBox) => {
      // A frameset shows nothing itself.
      if (document.body?.localName === 'frameset') return;
      own = { offprintSearch: innerWidth * innerHeight, key };
      for (const other of windowsOf(window.top ?? window)) if (other !== window) send(other);
      // Others answer before it is to be seen.
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
