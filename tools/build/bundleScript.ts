import { type InputOptions, rolldown } from 'rolldown'
import { BUILD_TARGET } from '#tools/build/supportedBrowsers.ts'

/** Bundles a script that Vite's build does not contain, with what it imports, in one line. */
export async function bundleScript(
  input: string,
  define: Record<string, string> = {},
  treeshake: InputOptions['treeshake'] = true,
): Promise<string> {
  const program = await rolldown({
    input,
    platform: 'browser',
    transform: { target: BUILD_TARGET, define },
    treeshake,
  })
  const { output } = await program.generate({ format: 'iife', minify: true })
  await program.close()
  return output[0].code.trim()
}
