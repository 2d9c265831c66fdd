import { describe, expect, test } from 'vitest'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { importText } from '#testing/imports/importFiles.ts'

const database = startForEachTest(() => freshDatabase('demo'))

describe('stationsKind', () => {
  test('reads the RUTs of a station, which a file without them leaves', async () => {
    const header = 'codigo;nombre;direccion;departamento;latitud;longitud;horario'
    const row = 'E090;Estación Ñandú;Río 1;paysandú;-32,3;-58,1;Siempre'
    const importRuts = (ruts: string) =>
      importText(database.client, 'stations', `${header};rut\n${row};${ruts}`)
    expect(await importRuts('21.123456.0019 | 213456000016|211234560019')).toMatchObject({
      created: 1,
      sample: [{ values: { rut: '211234560019 | 213456000016' } }],
    })
    expect(await importText(database.client, 'stations', `${header}\n${row}`)).toMatchObject({
      unchanged: 1,
    })
    expect(await importRuts('')).toMatchObject({ unchanged: 1 })
    expect(await importRuts('213456000016')).toMatchObject({ updated: 1 })
    expect(await importRuts('213456000016 | 213456000010')).toMatchObject({ rejected: 1 })
    expect(
      (await database.client.query(`select ruts from branch where code = 'E090'`)).rows,
    ).toEqual([{ ruts: ['213456000016'] }])
  })
})
