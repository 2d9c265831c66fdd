import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const root = join(import.meta.dirname, '..')
const folder = tempFolder(afterAll)

/** Runs a program in a copy of the repository without packages, with an npm that prints its arguments. */
function run(program: string) {
  const npm = join(folder, 'bin/npm')
  writeFileSync(npm, '#!/bin/sh\necho "npm $@"\n')
  chmodSync(npm, 0o755)
  return spawnSync(process.execPath, ['tools/run.mjs', program], {
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
    const { stdout, stderr } = run('tools/commands/traceHash.ts')
    expect(stdout).toContain('npm ci --no-audit --no-fund --loglevel=error\n')
    expect(stderr).toMatch(/^surtidor: la primera vez .* \d+ paquetes, .* 1 GB .* minutos…\n/)
  })

  test('keeps installed packages when the lock file has changed', () => {
    mkdirSync(join(folder, 'node_modules'))
    const { stdout, stderr } = run('tools/commands/traceHash.ts')
    expect(stdout).toContain('npm install --no-save ')
    expect(stderr).toMatch(/^surtidor: actualizando dependencias…\n/)
  })

  test('is named by each script with a program that exists', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const programs = Object.entries(scripts).flatMap(([name, script]) => {
      const [, program] = /^node tools\/run\.mjs (\S+)$/.exec(script) ?? []
      return program ? [[name, existsSync(join(root, program))]] : []
    })
    expect(programs.filter(([, exists]) => !exists)).toEqual([])
    expect(programs.map(([name]) => name)).toEqual(
      expect.arrayContaining(['start', 'server', 'sandbox', 'hash']),
    )
  })
})
