import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** `npm run dev`: `npm start` with a restart on every change of the server side, and Vite for the apps. */
const PUBLIC_URL = process.env.PUBLIC_URL ?? 'http://localhost:5173'
const root = join(import.meta.dirname, '../..')
const watchFlags = ['server', 'db', 'contract', 'sandbox'].map(
  (folder) => `--watch-path=${join(root, folder)}`,
)
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
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: root,
    stdio: 'inherit',
  }),
]
const stopAll = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, stopAll)
for (const child of children) child.on('exit', stopAll)
