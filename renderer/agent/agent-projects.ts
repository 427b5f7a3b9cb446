import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';

/** Loads the projects that have agent settings, and so can have agent jobs, along with those settings. */
export function useAgentProjects() {
  const { api } = useServices();
  return useLoad('agent-projects', async () => {
    const [all, set] = await Promise.all([api.projects(), api.agentSettings()]);
    return all.flatMap(({ projectId, name }) => {
      const settings = set.find((one) => one.projectId === projectId)?.settings;
      return settings ? [{ projectId, name, settings }] : [];
    });
  });
}
