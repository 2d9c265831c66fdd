import type { Plugin, Rolldown } from 'vite'

/**
 * Compile hint for V8: every function of the script is compiled while it is loaded, outside the main thread,
 * and not by the main thread at its first call. It counts in the first line only
 * (https://v8.dev/blog/explicit-compile-hints). Other engines ignore it.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

/** Adds the compile hint to the chunks that `isRunAtOnce` selects. */
export function compileHintPlugin(
  isRunAtOnce: (chunk: Pick<Rolldown.OutputChunk, 'isEntry' | 'name'>) => boolean,
): Plugin {
  return {
    name: 'surtidor:compile-hint',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite prepends to a chunk the list of the chunks that it preloads.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && isRunAtOnce(file)) file.code = COMPILE_HINT + file.code
      },
    },
  }
}
