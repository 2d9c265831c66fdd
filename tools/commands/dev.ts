import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** `npm run dev`: everything of `npm start`, the server started anew when it changes, the app by Vite. */
const PUBLIC_URL = process.env.PUBLIC_URL ?? 'http://localhost:5173'
const root = join(import.meta.dirname, '../..')
const watched = ['server', 'db', 'contract', 'sandbox'].map(
  (room) => `--watch-path=${join(root, room)}`,
)
const children = [
  spawn(
    process.execPath,
    [...watched, '--watch-preserve-output', join(root, 'tools/commands/startAll.ts')],
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
const end = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, end)
for (const child of children) child.on('exit', end)
