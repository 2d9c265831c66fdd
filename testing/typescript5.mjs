// Preload of openapi-typescript, which prints by the compiler API of TypeScript 5. The project's own
// TypeScript 7 does not have it; ts-morph carries it without a second `tsc` command.
import { registerHooks } from 'node:module'

export { ts as default } from '@ts-morph/common'

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? { url: import.meta.url, shortCircuit: true }
      : next(specifier, context),
})
