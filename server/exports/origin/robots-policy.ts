/**
 * Whether an export does what robots.txt asks for. Where nothing is set it does, except for a site on a private address:
 * such a site is the operator's own (`leadsToPrivate` in http/addresses.ts).
 */
export function mustObeyRobots(setting: 'obey' | 'ignore' | undefined, isPrivate: boolean): boolean {
  return (setting ?? (isPrivate ? 'ignore' : 'obey')) === 'obey';
}
