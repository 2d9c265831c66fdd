import { describe, expect, test } from 'vitest'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { exportData } from '#contract/user/exportData.ts'
import { notifications } from '#contract/user/notifications.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('exportData', () => {
  test('answers all data of the caller without hashes and secrets', async () => {
    const ana = await server.as('ana')
    const { data, exportedAt } = await ana.call(exportData, {})
    expect(exportedAt).toBe('20260907120000')
    expect(data.perfil).toMatchObject([{ email: 'ana@demo.surtidor.uy', roles: ['2'] }])
    const current = (await ana.call(loyalties, {})).loyalties
    expect(data.afiliaciones.map(({ code }) => code)).toEqual(
      current.map(({ loyaltyCode }) => loyaltyCode),
    )
    const { notifications: visible } = await ana.call(notifications, { count: 500 })
    const shown = data.notificaciones.filter(({ deleted }) => !deleted)
    expect(shown.map(({ id }) => id)).toEqual(visible.map(({ id }) => id))
    for (const section of [
      'vehiculos',
      'consumos',
      'puntos',
      'deudas',
      'pagos',
      'sesiones',
    ] as const)
      expect(data[section]).not.toEqual([])
    const { branches: stations } = await ana.call(branches, {})
    for (const { branchCode, names } of data.consumos)
      expect(names?.['branchCode']).toBe(stations.find(({ code }) => code === branchCode)?.name)
    expect(data.afiliaciones[0]?.names).toMatchObject({ programme: current[0]?.programmeName })
    expect(JSON.stringify(data)).not.toMatch(/argon2|hash|token|second/i)
  })

  test('answers no data of other accounts', async () => {
    const fede = await server.as('fede')
    const { data } = await fede.call(exportData, {})
    expect(data.perfil).toMatchObject([{ email: 'fede@demo.surtidor.uy' }])
    const { perfil: _profile, sesiones: _sessions, ...rest } = data
    expect(Object.values(rest).flat()).toEqual([])
  })
})
