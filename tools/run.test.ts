import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const root = join(import.meta.dirname, '..')
const folder = tempFolder(afterAll)

/** Runs a command in a copy of the repository without packages, with an npm that prints its arguments. */
function run(command: string) {
  const npm = join(folder, 'bin/npm')
  writeFileSync(npm, '#!/bin/sh\necho "npm $@"\n')
  chmodSync(npm, 0o755)
  return spawnSync(process.execPath, ['tools/run.mjs', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
  })
}

describe('tools/run.mjs', () => {
  beforeEach(() => {
    rmSync(folder, { recursive: true })
    mkdirSync(join(folder, 'tools'), { recursive: true })
    mkdirSync(join(folder, 'bin'))
    for (const file of ['tools/run.mjs', 'tools/endWithParent.mjs', 'package-lock.json'])
      copyFileSync(join(root, file), join(folder, file))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  })

  test('installs the locked packages the first time, and says before what that takes', () => {
    const { stdout, stderr } = run('hash')
    expect(stdout).toContain('npm ci --no-audit --no-fund --loglevel=error\n')
    expect(stderr).toMatch(/^surtidor: la primera vez .* \d+ paquetes, .* 1 GB .* minutos…\n/)
  })

  test('keeps installed packages when the lock file has changed', () => {
    mkdirSync(join(folder, 'node_modules'))
    const { stdout, stderr } = run('hash')
    expect(stdout).toContain('npm install --no-save ')
    expect(stderr).toMatch(/^surtidor: actualizando dependencias…\n/)
  })

  test.each(['server', 'sandbox', 'hash'])('knows the command %s', (command) => {
    expect(run(command).stderr).not.toContain('no es un comando')
  })
})
