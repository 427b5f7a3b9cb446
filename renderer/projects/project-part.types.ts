import type { Project, ProjectChange } from '../../server/api/wire.types.ts';

/** Props of the sections of the project page. */
export type Part = Readonly<{ project: Project; onChange: (body: ProjectChange) => Promise<void> }>;
