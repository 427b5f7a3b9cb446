import { newErrors } from './new-errors.ts';
import type { Visit } from './visit.ts';

type Seen = Pick<Visit, 'pageErrors' | 'blocked' | 'outgoing' | 'frames' | 'inWindow' | 'controls'>;

/** What works at the origin but not here, even if the text is the same. */
export type Differences = Readonly<{
  /** Uncaught script errors. */
  pageErrors: readonly string[];
  /** Addresses whose requests were blocked here, but that the origin answers. */
  stopped: readonly string[];
  /** Frames with a different height, each as a phrase that completes a sentence. */
  frames: readonly string[];
  /** Most visible links are covered by something else. */
  isCovered: boolean;
  /** Controls visible only at the origin, as `role name`. */
  controlsLost: readonly string[];
}>;

/** Smaller differences in height come from scroll bars and fonts. */
const FRAME_TOLERANCE_PX = 24;
const LINKS_MIN = 3;

/**
 * Compares a loaded page with its original. Used by both the keep-or-freeze check and verification.
 * @param origin the same page at the origin, or at a host where that is enough
 */
export function differencesFrom(origin: Seen, here: Seen): Differences {
  // Compare by host, and include failed requests: a host may use a different name for every font, or a number in every
  // address.
  const calls = new Set(origin.outgoing.map(hostOf));
  const frames = here.frames.flatMap(({ name, height }, index) => {
    const there = origin.frames[index];
    if (origin.frames.length !== here.frames.length || !there) return [];
    const isAlike = Math.abs(there.height - height) <= FRAME_TOLERANCE_PX;
    return isAlike
      ? []
      : [
          `shows frame ${name || index + 1} with a height of ${height} px (${there.height} px on the original site)`,
        ];
  });
  return {
    pageErrors: newErrors(here.pageErrors, origin.pageErrors),
    stopped: here.blocked
      .map((entry) => entry.split(' ')[1] ?? '')
      .filter((url) => /^(https?|wss?|file):/.test(url) && !calls.has(hostOf(url))),
    frames,
    isCovered:
      isFree(origin) && here.inWindow.links >= LINKS_MIN && here.inWindow.met < here.inWindow.links / 2,
    controlsLost: lost(origin.controls, here.controls),
  };
}

/** Names may repeat, so each occurrence counts. */
function lost(before: readonly string[], after: readonly string[]): string[] {
  const left = [...after];
  return before.filter((control) => {
    const index = left.indexOf(control);
    if (index < 0) return true;
    left.splice(index, 1);
    return false;
  });
}

/** Returns the host of a URL; a file has none, so its URL is used instead. */
function hostOf(url: string): string {
  return URL.parse(url)?.host || url;
}

function isFree({ inWindow: { links, met } }: Pick<Seen, 'inWindow'>): boolean {
  return links >= LINKS_MIN && met >= (links * 3) / 4;
}
