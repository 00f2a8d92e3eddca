// The table of routes names every file of the build, and every shopper loads that table: a file fewer saves a name there.
// So the code that only pages of the back office share is one file.

type Modules = {
  getModuleInfo: (id: string) => {
    importers: readonly string[];
    dynamicImporters: readonly string[];
    importedIds: readonly string[];
  } | null;
};

const OF_SHOPPERS = /src[\\/]web[\\/](?:storefront|layout|routes[\\/]storefront|root\.tsx|entry\.)/;

/**
 * Whether a module may go to the file of the back office: shoppers load neither it nor anything that would come along
 * with it. `hasFile` says which modules have a file of their own anyway.
 */
export function belongsToOffice(id: string, modules: Modules, hasFile: (id: string) => boolean): boolean {
  const needed = reach(id, (at) => (hasFile(at) ? [] : modules.getModuleInfo(at)?.importedIds));
  return needed.every((at) => hasFile(at) || isOffice(at, modules));
}

function isOffice(id: string, modules: Modules): boolean {
  const users = reach(id, (at) => {
    const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(at) ?? {};
    return [...importers, ...dynamicImporters];
  });
  return !users.some((user) => OF_SHOPPERS.test(user));
}

/** A module and all that follow from it. */
function reach(id: string, next: (id: string) => readonly string[] | undefined): string[] {
  const found = new Set([id]);
  for (const at of found) for (const other of next(at) ?? []) found.add(other);
  return [...found];
}
