import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { branches } from '#contract/info/branches.ts'
import { enrolTerminal } from '#contract/station/enrolTerminal.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { audit } from '#db/tables/audit.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { createTerminalKey, terminalWith } from '#testing/station/testTerminal.ts'
import { startProcess } from '#tools/startProcess.ts'

const server = testServerForFile({ checked: true })

/** Runs `npm run station`. */
async function station(...args: string[]) {
  const { ended, output } = startProcess('tools/commands/station.ts', {
    args,
    env: { ...process.env, DATABASE_URL: server.databaseUrl, SECRET: TEST_SECRET },
  })
  return { code: await ended, output: output() }
}
const codeIn = (output: string) => /: (\w{4}(?:-\w{4}){3})$/m.exec(output)?.[1] ?? ''
const enrol = async (enrolmentCode: string) => {
  const key = createTerminalKey()
  const { publicKey } = key
  const answer = await server.stranger.call(enrolTerminal, { enrolmentCode, publicKey })
  return { answer, client: terminalWith(key, server) }
}

describe('npm run station', () => {
  test('makes a station and its terminals, and revokes one', async () => {
    const first = await station('--name', ' Estación Ceibo ', '--department', 'rv')
    expect(first).toMatchObject({ code: 0 })
    const { answer, client } = await enrol(codeIn(first.output))
    expect(answer).toMatchObject({
      terminalName: 'Caja 1',
      branchCode: 'E089',
      branchName: 'Estación Ceibo',
    })
    const ana = await server.as('ana')
    const listed = (await ana.call(branches, {})).branches.find(({ code }) => code === 'E089')
    expect(listed).toMatchObject({ name: 'Estación Ceibo', address: 'Rivera', department: 'RV' })
    expect(
      [listed?.latitude, listed?.longitude].map((degrees) => Math.round(degrees ?? 0)),
    ).toEqual([-31, -56])

    const second = await station('--station', 'e089')
    expect((await enrol(codeIn(second.output))).answer.terminalName).toBe('Caja 2')
    expect((await client.call(heartbeat, {})).responseHeader.responseCode).toBe('00')

    const [, id = ''] = /Caja 1, ([\w-]{36}): activada/.exec(second.output) ?? []
    expect((await station('--revoke', id)).output).toContain('quedó dada de baja')
    expect((await client.call(heartbeat, {})).responseHeader.reason).toBe('unknown_key')
    expect(await station('--revoke', id)).toEqual({
      code: 1,
      output: 'surtidor: no hay ninguna caja en uso con ese identificador.\n',
    })
    const entries = await server.context.db.select().from(audit).orderBy(asc(audit.seq))
    expect(entries.slice(-6).map(({ action }) => action)).toEqual([
      'stationAdded',
      'terminalAdded',
      'terminalEnrolled',
      'terminalAdded',
      'terminalEnrolled',
      'terminalRevoked',
    ])
  })

  test('stores the given address and point', async () => {
    const point = ['--latitude=-34.91', '--longitude=-56.15']
    const name = [
      '--name',
      'Estación Molle Nueva',
      '--department',
      'MO',
      '--address',
      'Rivera 2345',
    ]
    expect((await station(...name, ...point)).code).toBe(0)
    const ana = await server.as('ana')
    const { branches: all } = await ana.call(branches, {})
    expect(all.find((one) => one.name === 'Estación Molle Nueva')).toMatchObject({
      address: 'Rivera 2345',
      latitude: -34.91,
      longitude: -56.15,
    })
  })

  test.each([
    ['nothing', [], 'se usa así'],
    ['two at once', ['--station', 'E001', '--revoke', 'x'], 'se usa así'],
    ['an unknown option', ['--nombre', 'x'], 'se usa así'],
    ['no department', ['--name', 'x'], '--department es uno de'],
    ['an unknown department', ['--name', 'x', '--department', 'XX'], '--department es uno de'],
    ['an empty name', ['--name', ' ', '--department', 'MO'], 'El nombre no puede ser vacío.'],
    [
      'half a point',
      ['--name', 'x', '--department', 'MO', '--latitude=-34.9'],
      '--latitude y --longitude van juntas.',
    ],
    [
      'a point elsewhere',
      ['--name', 'x', '--department', 'MO', '--latitude=-34.6', '--longitude=-70'],
      '--longitude va en grados',
    ],
    ['an unknown station', ['--station', 'E999'], 'no hay ninguna estación con ese código.'],
    ['an unknown terminal', ['--revoke', 'Caja 1'], 'no hay ninguna caja en uso'],
  ])('refuses %s in one line', async (_what, args, sentence) => {
    const { code, output } = await station(...args)
    expect(code).toBe(1)
    expect(output).toContain(sentence)
    expect(output.trim().split('\n')).toHaveLength(1)
  })
})
