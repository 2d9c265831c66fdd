import type { ResolveFnOutput, ResolveHookContext } from 'node:module'

type Resolve = (specifier: string, context: ResolveHookContext) => ResolveFnOutput
type Next = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput

const PACKAGES = '/node_modules/'
/** Its package.json lists 130 kB of exports, which Node 24 parses at each import of each of its 600 modules. */
const DRIZZLE = `${PACKAGES}drizzle-orm/`

/**
 * A resolve hook for the modules of one process, all of which see the same packages: a specifier of ours is resolved
 * once, and a path inside drizzle-orm without its package.json. Loading the server took 2.5 times the processor time
 * without it.
 */
export function resolveOnce(): (...given: [...Parameters<Resolve>, Next]) => ResolveFnOutput {
  const resolved = new Map<string, ResolveFnOutput>()
  return (specifier, context, next) => {
    const { parentURL = '', conditions, importAttributes } = context
    const isRelative = specifier.startsWith('.')
    if (conditions.includes('require')) return next(specifier, context)
    if (isRelative && parentURL.includes(DRIZZLE))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (isRelative || parentURL.includes(PACKAGES)) return next(specifier, context)
    const known = resolved.get(specifier)
    if (known) return { ...known, importAttributes, shortCircuit: true }
    const found = next(specifier, context)
    resolved.set(specifier, found)
    return found
  }
}
