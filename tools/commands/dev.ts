import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** `npm run dev`: `npm start` with a restart on every change of the server side, and Vite for the apps. */
const PUBLIC_URL = process.env.PUBLIC_URL ?? 'http://localhost:5173'
const root = join(import.meta.dirname, '../..')
const watchFlags = ['server', 'db', 'contract', 'sandbox'].map(
  (folder) => `--watch-path=${join(root, folder)}`,
)
// The links of the server's answers name this port.
const viteFlags = ['--port', new URL(PUBLIC_URL).port || '5173', '--strictPort']
const children = [
  spawn(
    process.execPath,
    [...watchFlags, '--watch-preserve-output', join(root, 'tools/commands/startAll.ts')],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PUBLIC_URL },
    },
  ),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...viteFlags], {
    cwd: root,
    stdio: 'inherit',
  }),
]
const stopAll = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, stopAll)
const ended = children.map(async (child) => {
  const [code] = (await once(child, 'exit')) as [number | null]
  stopAll()
  return code
})
// An open channel to the parent process would keep this process running.
process.exit((await Promise.all(ended)).find(Boolean) ?? 0)
