import { type ProcessOptions, startProcess } from '#tools/startProcess.ts'

/** Runs a program until it has ended. @returns its exit code and its output */
export async function runToEnd(...program: [file: string, options?: ProcessOptions]) {
  const { ended, output } = startProcess(...program)
  return { code: await ended, output: output() }
}
