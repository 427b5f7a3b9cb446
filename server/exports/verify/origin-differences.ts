import { newErrors } from './new-errors.ts';
import type { Visit } from './visit.ts';

type Seen = Pick<Visit, 'pageErrors' | 'blocked' | 'outgoing' | 'frames' | 'inWindow' | 'controls'>;

/** What works at the origin and not here, although the text may be the same. */
export type Differences = Readonly<{
  /** Errors that scripts threw and nothing handled. */
  pageErrors: readonly string[];
  /** Addresses that were asked for and stopped, and are answered at the origin. */
  stopped: readonly string[];
  /** Frames of another height: the end of a sentence each. */
  frames: readonly string[];
  /** Most links that are to be seen lie below something else. */
  isCovered: boolean;
  /** Controls that are to be seen at the origin alone, as `role name`. */
  controlsLost: readonly string[];
}>;

/** Heights in px that differ by less are those of scroll bars and fonts. */
const FRAME_TOLERANCE_PX = 24;
const LINKS_MIN = 3;

/**
 * The rule for what the keep-or-freeze check and verification compare of a page that was loaded.
 * @param origin what the same page does at the origin, or at a host where that is enough
 */
export function differencesFrom(origin: Seen, here: Seen): Differences {
  // In vain there too: one host has a name for every font, or a number in every address.
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

/** Names repeat: each is lost as often as it is there less often. */
function lost(before: readonly string[], after: readonly string[]): string[] {
  const left = [...after];
  return before.filter((control) => {
    const index = left.indexOf(control);
    if (index < 0) return true;
    left.splice(index, 1);
    return false;
  });
}

/** Files have none, and stand for themselves. */
function hostOf(url: string): string {
  return URL.parse(url)?.host || url;
}

function isFree({ inWindow: { links, met } }: Pick<Seen, 'inWindow'>): boolean {
  return links >= LINKS_MIN && met >= (links * 3) / 4;
}
