import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createProductionFolders } from '#testing/harness/productionEnvironment.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const unit = read('deploy/surtidor@.service')
/** The values of an option, which may stand several times. */
const valuesOf = (option: string) =>
  [...unit.matchAll(new RegExp(`^${option}=(.*)$`, 'gm'))].map(([, value = '']) => value)

/** Folder of the program in the unit. */
const FOLDER = '/opt/surtidor'
const seconds = (option: string) => Number(valuesOf(option)[0])

describe('the service unit', () => {
  test('starts the server with the pinned Node', () => {
    expect(valuesOf('WorkingDirectory')).toEqual([FOLDER])
    const [program = '', file = ''] = valuesOf('ExecStart')[0]?.split(' ') ?? []
    expect(program).toBe(`${FOLDER}/node_modules/.bin/node`)
    expect(existsSync(join(root, file))).toBe(true)
  })

  test('is hardened, limited and always restarted', () => {
    expect(valuesOf('DynamicUser')).toEqual(['yes'])
    expect(valuesOf('NoNewPrivileges')).toEqual(['yes'])
    expect(valuesOf('ProtectSystem')).toEqual(['strict'])
    expect(valuesOf('CapabilityBoundingSet')).toEqual([''])
    expect(valuesOf('MemoryMax')).toEqual(['1G'])
    expect(valuesOf('Restart')).toEqual(['always'])
    expect(valuesOf('KillSignal')).toEqual(['SIGTERM'])
    // The server ends within 15 s of the signal.
    expect(seconds('TimeoutStopSec')).toBeGreaterThan(15)
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([])
  })

  test('names settings of the server, and the files of its keys', () => {
    const example = read('deploy/surtidor.env.example')
    const given = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
    const inUnit = valuesOf('Environment').map((text) => text.split('=')[0] ?? '')
    const documented = read('docs/settings.md')
    const unknown = [...given, ...inUnit].filter((name) => !documented.includes(`\`${name}\``))
    expect(unknown).toEqual([])
    expect(given.length).toBeGreaterThan(8)
    const keys = valuesOf('LoadCredential').map((text) => text.split(':')[0] ?? '')
    // Two names are built from the signer: `${signer}.pub.pem`.
    const reading = read('server/gateway/gatewaySignature.ts')
    expect(keys).toEqual(['merchant.pem', 'gateway.pub.pem', 'webhook.pub.pem'])
    for (const part of ["'merchant.pem'", '.pub.pem`', "'gateway'", "'webhook'"])
      expect(reading).toContain(part)
  })

  test('the example of its settings is accepted, with a secret and keys', async () => {
    const example = read('deploy/surtidor.env.example')
    const settings = Object.fromEntries(
      [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    const production = await createProductionFolders(onTestFinished)
    const { NODE_ENV, SECRET, GEOPAY_KEYS, VAPID_PRIVATE_KEY } = production.env
    const config = readConfig({ ...settings, NODE_ENV, SECRET, GEOPAY_KEYS, VAPID_PRIVATE_KEY })
    expect(config.publicUrl).toMatch(/^https:/)
    expect(config.trustProxy).toBe('127.0.0.1')
    expect(config.mail).toMatchObject({ from: 'Surtidor <avisos@surtidor.example>' })
    expect(settings.SECRET).toBe('')
  })

  test('a shell and the container read the same values from the example, and systemd too', () => {
    const file = join(root, 'deploy/surtidor.env.example')
    const sourced = spawnSync('sh', ['-ec', 'set -a; . "$0"; exec /usr/bin/env', file], {
      encoding: 'utf8',
      env: {},
    })
    expect(sourced.stderr).toBe('')
    // A container's --env-file takes the rest of the line as it is.
    const lines = read('deploy/surtidor.env.example').split('\n')
    const asTheyAre = lines.filter((line) => /^\w/.test(line))
    expect(sourced.stdout.split('\n')).toEqual(expect.arrayContaining(asTheyAre))
    // systemd reads quotes and backslashes as a shell does.
    expect(asTheyAre.filter((line) => /['"\\\s]/.test(line))).toEqual([])
    expect(asTheyAre.length).toBeGreaterThan(8)
  })

  test('systemd accepts it where it is installed', () => {
    // systemd looks for the program, which stands elsewhere on this machine.
    const file = join(tempFolder(), 'surtidor@.service')
    writeFileSync(file, unit.replaceAll(`${FOLDER}/node_modules/.bin/node`, process.execPath))
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    })
    const isMissing = checked.error !== undefined
    const about = checked.stderr?.split('\n').filter((line) => line.includes('surtidor')) ?? []
    expect(isMissing ? [] : about).toEqual([])
  })
})
