import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'peers')

/** Installs the peers' packages in `bench/peers/`, apart from the product's. */
export async function installPeers(): Promise<void> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8')
  const marker = join(folder, 'node_modules', '.installed')
  if (existsSync(marker) && (await readFile(marker, 'utf8')) === manifest) return
  process.stderr.write('surtidor: instalando los pares de la comparación…\n')
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync('npm', ['install', ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) throw new Error('npm no pudo instalar los pares de la comparación.')
  await writeFile(marker, manifest)
}
