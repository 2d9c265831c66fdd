import { describe, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { exportData } from '#contract/user/exportData.ts'
import { notifications } from '#contract/user/notifications.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

/** The section of each table whose rows are of a person; null for hashes and secrets of authentication. */
const SECTIONS: Record<string, keyof AnswerOf<typeof exportData>['data'] | null> = {
  bank_account_change: 'cambiosDeCuentaBancaria',
  car_entry: 'libretaDelAuto',
  car_reminder: 'recordatoriosDelAuto',
  company_driver: 'empresas',
  contact_message: 'mensajes',
  debt: 'deudas',
  email_change: 'cambiosDeCorreo',
  enrolment_code: null,
  exception_taken: 'excepcionesTomadas',
  loyalty: 'afiliaciones',
  membership_request: 'solicitudes',
  notification: 'notificaciones',
  notification_preference: 'preferencias',
  operator_station: 'estacionesDelOperador',
  passkey: 'llavesDeAcceso',
  payment_attempt: 'pagos',
  person_role: 'perfil',
  purchase_claim: 'reclamos',
  push_subscription: 'dispositivosConAvisos',
  saved_view: 'vistasGuardadas',
  second_factor: null,
  session: 'sesiones',
  verification_code: null,
}

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

  test('has a section for each table whose rows are of a person', async () => {
    const { rows } = await server.owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'person_id' order by table_name collate "C"`,
    )
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(SECTIONS))
  })

  test('answers of an operator the stations, the views and the exceptions that are theirs', async () => {
    const [operator, other] = [`'diego@demo.surtidor.uy'`, `'guido@demo.surtidor.uy'`]
    await server.owner.query(
      `insert into operator_station select id, 'E001' from person where email = ${operator};
       insert into saved_view select gen_random_uuid(), id, 'sale', 'Las de E001', '{"station":"E001"}', false, now()
         from person where email in (${operator}, ${other});
       insert into exception_taken select 'sale:' || email, id, now() from person where email in (${operator}, ${other})`,
    )
    const { data } = await (await server.as('diego')).call(exportData, {})
    expect(data.estacionesDelOperador).toMatchObject([{ branchCode: 'E001' }])
    expect(data.vistasGuardadas).toMatchObject([
      { kind: 'sale', name: 'Las de E001', search: { station: 'E001' }, shared: false },
    ])
    expect(data.excepcionesTomadas).toMatchObject([{ id: 'sale:diego@demo.surtidor.uy' }])
  })

  test('answers no data of other accounts', async () => {
    const fede = await server.as('fede')
    const { data } = await fede.call(exportData, {})
    expect(data.perfil).toMatchObject([{ email: 'fede@demo.surtidor.uy' }])
    const { perfil: _profile, sesiones: _sessions, ...rest } = data
    expect(Object.values(rest).flat()).toEqual([])
  })
})
