import { join } from 'node:path'
import { startProgram } from '#tools/startProcess.ts'
import { stopOnSignal } from '#tools/stopOnSignal.ts'

/** `npm run dev`: `npm start` with a restart on every change of the server side, and Vite for the apps. */
const PUBLIC_URL = process.env.PUBLIC_URL ?? 'http://localhost:5173'
const START_ALL = join(import.meta.dirname, 'startAll.ts')
const watched = ['server', 'db', 'contract', 'sandbox'].map((folder) => `--watch-path=${folder}`)
// The links of the server's answers name this port.
const viteFlags = ['--port', new URL(PUBLIC_URL).port || '5173', '--strictPort']

const started = await stopOnSignal()
const start = (name: string, ...words: string[]) => {
  const program = startProgram(name, [process.execPath, ...words], {
    stdin: 'inherit',
    stdout: 'inherit',
    stderr: 'inherit',
    env: { ...process.env, PUBLIC_URL },
  })
  started.add(program)
  return program.ended
}
const ended = await Promise.race([
  start('npm start', ...watched, '--watch-preserve-output', START_ALL),
  start('Vite', 'node_modules/vite/bin/vite.js', ...viteFlags),
])
await started.stop(ended ?? 0)
