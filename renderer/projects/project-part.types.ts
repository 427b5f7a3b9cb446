import type { Project, ProjectChange } from '../../server/api/wire.types.ts';

/** What a part of the page of a project works with. */
export type Part = Readonly<{ project: Project; onChange: (body: ProjectChange) => Promise<void> }>;
