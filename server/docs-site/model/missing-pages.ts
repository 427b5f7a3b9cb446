import type { Finding } from '../findings.ts';
import type { ConfigPlaces } from './config-places.ts';
import { pageName } from './navigation.ts';

/**
 * Reports pages that the navigation lists but that do not exist. Also reports symbolic links that point outside the
 * folder or back to a folder that contains them, which may be the cause.
 * @param leadingOut paths of those links
 */
export function missingPages(
  names: readonly string[],
  leadingOut: readonly string[],
  places: ConfigPlaces,
): Finding[] {
  const isLinked = (name: string): boolean =>
    leadingOut.some((path) => name === pageName(path) || name.startsWith(`${path}/`));
  return [
    ...leadingOut.map(
      (file): Finding => ({
        code: 'missing-file',
        file,
        message: `The symbolic link ${file} points outside the site's folder or back to a folder that it is in, so it was left out. Replace it with a copy of the files that pages need.`,
      }),
    ),
    ...names
      .filter((name) => !isLinked(name))
      .map(
        (name): Finding => ({
          code: 'missing-page',
          ...places.find(['pages', 'root', 'groups'], name),
          message: `The navigation lists "${name}", but there is no such page.`,
        }),
      ),
  ];
}
