import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'peers')

/** Installs what we measure ourselves against, in a folder of its own: the product never sees it. */
export async function installPeers(): Promise<void> {
  const wanted = await readFile(join(folder, 'package.json'), 'utf8')
  const marker = join(folder, 'node_modules', '.installed')
  if (existsSync(marker) && (await readFile(marker, 'utf8')) === wanted) return
  process.stderr.write('surtidor: instalo los pares de la comparación…\n')
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync('npm', ['install', ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) throw new Error('npm no pudo instalar los pares de la comparación.')
  await writeFile(marker, wanted)
}
