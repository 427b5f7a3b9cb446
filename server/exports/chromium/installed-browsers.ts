import { posix, win32 } from 'node:path';

/**
 * Where Chrome, Chromium and Edge are when somebody installed them, in the order in which to try them: what the
 * PATH names first, then the installers' own places.
 *
 * @param environment the variables of the process; only absolute PATH entries count
 * @returns absolute paths, which may or may not exist
 */
export function installedBrowserCandidates(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  if (platform === 'win32') return windowsCandidates(environment);
  const onPath = pathFolders(environment.PATH, ':', posix.isAbsolute).flatMap((folder) =>
    commandNames.map((name) => posix.join(folder, name)),
  );
  return [...onPath, ...(platform === 'darwin' ? macCandidates(environment.HOME) : linuxPaths)];
}

const commandNames = [
  'chrome-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];

const linuxPaths = [
  '/opt/google/chrome/chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/microsoft/msedge/msedge',
  '/usr/bin/microsoft-edge-stable',
  '/usr/bin/microsoft-edge',
];

function macCandidates(home: string | undefined): string[] {
  const roots = ['/Applications', ...(home ? [posix.join(home, 'Applications')] : [])];
  return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
    roots.map((root) => `${root}/${name}.app/Contents/MacOS/${name}`),
  );
}

function windowsCandidates(environment: Readonly<Record<string, string | undefined>>): string[] {
  const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map((name) => environment[name] ?? environment[windowsSpelling[name] ?? name])
    .filter((root) => root !== undefined && win32.isAbsolute(root));
  const installed = [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ].flatMap((file) => roots.map((root) => win32.join(root ?? '', file)));
  const onPath = pathFolders(environment.PATH ?? environment.Path, ';', win32.isAbsolute).flatMap((folder) =>
    ['chrome-headless-shell.exe', 'chrome.exe', 'msedge.exe'].map((name) => win32.join(folder, name)),
  );
  return [...onPath, ...installed];
}

/** A plain copy of process.env is case sensitive, and Windows spells these two its own way. */
const windowsSpelling: Readonly<Record<string, string>> = {
  PROGRAMFILES: 'ProgramFiles',
  'PROGRAMFILES(X86)': 'ProgramFiles(x86)',
};

/** A relative entry would mean a browser from whatever folder the process was started in. */
function pathFolders(
  path: string | undefined,
  separator: string,
  isAbsolute: (folder: string) => boolean,
): string[] {
  return (path ?? '').split(separator).filter((folder) => isAbsolute(folder));
}
