import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

interface Node {
  type: string
  name?: string
  callee?: Node
  object?: Node
}

/** `lazyObject(…)`, `z.enum(…)`, `z.string(…).check(…)`: what a field of the wire may hold. */
function isSchema({ type, callee, object, name }: Node): boolean {
  if (type === 'CallExpression') return callee !== undefined && isSchema(callee)
  if (type === 'MemberExpression') return object !== undefined && isSchema(object)
  return type === 'Identifier' && (name === 'z' || name === 'lazyObject')
}

/** Leaves the fields of schemas unchanged. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'schemaFields', {
    shouldIgnore: (path) =>
      isSchema((path as { node: Node }).node) ? 'a field of the wire' : undefined,
  }),
]
