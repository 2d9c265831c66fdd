import { registerHooks } from 'node:module'

/** Replacements in the text of one module, named by its path in the repository. */
export interface ModulePatch {
  file: string
  /** The new text of each old one. */
  changes: Record<string, string>
}

/** @throws when a text is not found exactly once: the patch would do nothing, or too much */
export function patchedSource(source: string, { file, changes }: ModulePatch): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`)
    return text.replace(from, () => to)
  }, source)
}

/** Changes modules of this process when they are loaded. */
export function patchModules(patches: readonly ModulePatch[]): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const patch = patches.find(({ file }) => url.endsWith(`/${file}`))
      if (!patch) return loaded
      const source = Buffer.from(loaded.source as Uint8Array).toString()
      return { ...loaded, source: patchedSource(source, patch) }
    },
  })
}
