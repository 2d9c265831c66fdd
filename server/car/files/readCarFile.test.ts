import { describe, expect, test } from 'vitest'
import { amountOf, stampOf } from '#server/car/files/cells.ts'
import { readCarFile } from '#server/car/files/readCarFile.ts'

const read = (text: string | Buffer) => readCarFile(Buffer.from(text as string), '20261129')
/** An entry in one line. */
const told = (entry: object) => Object.values(entry).join('|')
/** The only vehicle's entries, and the problems. */
async function readOne(text: string) {
  const { vehicles, problems } = await read(text)
  expect(vehicles).toHaveLength(1)
  return { entries: vehicles[0]?.entries ?? [], problems }
}

const FUELIO = `"## Vehicle"
"Name","Description","DistUnit","FuelUnit","ConsumptionUnit","ImportCSVDateFormat","VIN","Insurance","Plate","Make"
"Renault Clio","","0","0","0","yyyy-MM-dd","","","SBA 1234","Renault"
"## Log"
"Data","Odo (km)","Fuel (litres)","Full","Price (optional)","l/100km (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType","VolumePrice","StationID (optional)","ExcludeDistance","UniqueId","TankCalc","Weather","guid","lastupdated"
"2026-07-25 14:58","46818.0","34.578","1","2658.36","6.07","0.0","0.0",,"","0","1","110","76.88","0","0.0","45","0.0",,"b999ff9e","1785246200802"
"2026-07-13","0.0","35.162","0","1663.87","5.78","0.0","0.0","Salto","Vale, 1,25","1","1","201","0","0","0.0","44","0.0",,"bc36e12b","1785246200803"
"## CostCategories"
"CostTypeID","Name","priority","color"
"1","Service","0",""
"9","Ferry","0",""
"## Costs"
"CostTitle","Date","Odo","CostTypeID","Notes","Cost","flag","idR","read","RemindOdo","RemindDate","isTemplate","RepeatOdo","RepeatMonths","isIncome","UniqueId","guid","lastupdated"
"Bujías","2030-07-27","0","1","","0.0","0","0","0","107006","2030-07-27","0","60000","48","0","23","b7ac4fdf","1"
"Aceite","2026-07-27 23:07","47006","1","Filtros","3200.5","0","0","1","0","2011-01-01","0","0","0","0","28","e83c91a5","1"
"Venta","2026-07-20","0","9","","200.0","0","0","1","0","2011-01-01","0","0","0","1","29","f","1"
`

describe('readCarFile of Fuelio', () => {
  test('reads tankfuls, expenses and the vehicle, oldest first, without reminders and incomes', async () => {
    const { vehicles, problems } = await read(FUELIO)
    expect(problems).toEqual([])
    expect(vehicles.map(({ name, plate }) => [name, plate])).toEqual([['Renault Clio', 'SBA 1234']])
    expect(vehicles[0]?.entries.map(told)).toEqual([
      'fuel|20260713120000||35162|166387|gasoil|false|true|Salto|Vale, 1,25|bc36e12b',
      'fuel|20260725145800|46818|34578|265836|super|true|false|||b999ff9e',
      'service|20260727230700|47006|0|320050||false|false|Aceite|Filtros|e83c91a5',
    ])
  })

  test.each([
    ['a byte order mark and CR alone', (text: string) => `\uFEFF${text.replaceAll('\n', '\r')}`],
    ['CR LF and empty lines', (text: string) => text.replaceAll('\n', '\r\n\r\n')],
    ['semicolons', (text: string) => text.replaceAll(/(?<=[",]),(?=[",])/g, ';')],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('reads the same with %s', async (_, change) => {
    expect(await read(change(FUELIO))).toEqual(await read(FUELIO))
  })

  test('leaves out a row that it cannot read, and names its line', async () => {
    const { entries, problems } = await readOne(
      FUELIO.replace('34.578', 'mucho').replace('2026-07-13', '2026-12-01'),
    )
    expect(entries.map(({ kind }) => kind)).toEqual(['service'])
    expect(problems).toEqual([
      { row: 6, sentence: 'No entendemos los litros «mucho»: van como 35,5.' },
      { row: 7, sentence: 'La fecha «2026-12-01» todavía no llegó.' },
    ])
  })
})

describe('readCarFile of Drivvo', () => {
  const HEAD_22 = `"Odometer" (km),"Date","Fuel","Price / L","Total cost","Volume","Full tank"${',""'.repeat(15)}`
  const row22 = (full: string, note: string) =>
    `"12.345","5/3/2024 9:05","Super","76,88","3.459,60","45","${full}","","0","0","0","No","","0","0","0","No","","","Ancap Salto","Trabajo","${note}"`

  test('reads 22 columns with localised yes and no, mixed decimal marks and text after a quote', async () => {
    const rows = [row22('Sí', 'Viaje'), row22('да', ''), row22('quizás', '')]
    const { entries, problems } = await readOne(`##Refuelling\r${HEAD_22}\r${rows.join('\r')}\r`)
    expect(entries.slice(0, 1).map(told)).toEqual([
      'fuel|20240305090500|12345|45000|345960|super|true|false|Ancap Salto|Viaje|',
    ])
    expect(entries.map(({ full }) => full)).toEqual([true, true, false])
    const sentence = '«quizás» no se entiende como sí o no: queda como no.'
    expect(problems).toEqual([{ row: 5, sentence }])
  })

  test('reads 30 columns with two fuels and vehicles, and services beside expenses', async () => {
    const row30 = (patch: Record<number, string>) =>
      Object.assign(Array<string>(30).fill(''), patch).join()
    const fill = {
      0: '0.0',
      1: '2026-09-15 9:05:30',
      2: 'Diesel S10',
      3: '47.320',
      4: '946.4',
      5: '20',
    }
    const second = { 7: 'GNV', 9: '100.5', 10: '3.5', 11: 'Sim', 23: 'Posto', 29: 'Saveiro' }
    const { entries, problems } = await readOne(
      [
        row30({ 0: '##Refuelling' }),
        row30({ 0: 'Odômetro (km)', 3: 'Preço / L', 23: 'Posto', 27: 'Obs', 29: 'Veiculo' }),
        row30({ ...fill, ...second, 6: 'Não' }),
        '##Expense\nOdometer,Date,Total,Type,Place,Reason,Note',
        '100,2026-09-16,1500,Insurance,BSE,,Anual',
        '##Service\nOdometer,Date,Cost,Title,Place,Driver,Payment,Note,,,Vehicle',
        '100,1/9/2026,57.44,Pneus - Rodízio,Gomería,,,,,,Saveiro',
      ].join('\n'),
    )
    expect(problems).toEqual([])
    expect(entries.map(told)).toEqual([
      'tyres|20260901120000|100|0|5744||false|false|Gomería||',
      'fuel|20260915090500||20000|94640|gasoilEspecial|false|false|Posto||',
      'fuel|20260915090500||3500|10050||true|false|Posto||',
      'insurance|20260916120000|100|0|150000||false|false|BSE|Anual|',
    ])
  })
})

describe('readCarFile of a plain CSV', () => {
  test('reads the columns by their headings, and says which amounts are ambiguous', async () => {
    const { entries, problems } = await readOne(
      'Fecha;Km;Litros;Precio;Importe;Tipo;Moneda\n7/9/2026;46.818;45,127;76,88;;;\n8/9/2026;;;;1.234,50;Peaje;$\n9/9/2026;;;;1.234;Multa;\n31/2/2026;;;;1;Multa;\n1/2/2026;;;;=1+1;Multa;\n1/2/2026;;;;9;Multa;US$\n1/2/2026;;;;;Multa;',
    )
    expect(entries).toMatchObject([
      { odometer: 46_818, millilitres: 45_127, amount: 346_936 },
      { kind: 'toll', amount: 123_450, odometer: null },
    ])
    expect(problems.map(({ row, sentence }) => `${row} ${sentence}`)).toEqual([
      '4 No entendemos el importe «1.234»: va como 1234,50.',
      '5 No entendemos la fecha «31/2/2026»: va como 7/9/2026.',
      '6 No entendemos el importe «=1+1»: va como 1234,50.',
      '7 Solo se anotan importes en pesos.',
      '8 Hay que completar el importe: va como 1234,50.',
    ])
  })
})

describe('readCarFile refuses as a whole', () => {
  test.each([
    ['miles of Fuelio', FUELIO.replace('Odo (km)', 'Odo (mi)'), /«Odo \(mi\)»: pasalo/],
    ['gallons', FUELIO.replace('(litres)', '(us gallons)'), /gallons/],
    ['miles of Drivvo', '#Reabastecimiento\nOdometer (mi),Date\n1,2', /\(mi\)/],
    ['miles of a spreadsheet', 'Fecha;Importe;Millas\n', /«Millas»/],
    ['an empty file', '', /por lo menos Fecha e Importe/],
    ['another text', 'Estimado cliente:\nadjuntamos el resumen.', /no parece de Fuelio/],
    ['only headings', 'Fecha;Importe\n', /ninguna carga/],
    ['a script', '#!/bin/sh\nexit 1, 2', /ninguna carga/],
    ['a zip', 'PK\u0003\u0004\u0014', /\.zip/],
    ['NUL', `${FUELIO}\0`, /nulos/],
    ['a line without an end', `"## Log"\n${'x'.repeat(200_000)}`, /64 KB/],
    ['a quote that is not closed', '"## Log"\n"Data","Odo (km)\n1,2,3', /comillas que se abren/],
    ['a card number', FUELIO.replace('Filtros', '4242 4242 4242 4242'), /tarjeta en la línea 15/],
    [
      '21 cars',
      `Fecha;Importe;Auto\n${Array.from('abcdefghijklmnopqrstu', (one) => `1/2/2026;1;${one}`).join('\n')}`,
      /más de 20/,
    ],
  ])('%s', async (_, text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence)
  })
})

describe('cells', () => {
  test.each([
    ['1.234,50', 2, 123_450],
    ['1,234.5', 2, 123_450],
    ['1.234.567', 2, 123_456_700],
    ['$ 78,2', 2, 7820],
    ['1.969', 2, 197],
    ['45.527', 3, 45_527],
    ['46818.0', 0, 46_818],
    ['46.818', 0, 46_818],
    ['-5', 2, null],
    ['1e3', 2, null],
    ['1.2.3', 2, null],
    ['99999999999999', 0, null],
  ])('the number %s with %i places is %s', (given, places, expected) => {
    expect(amountOf(given, places)).toBe(expected)
  })

  test.each([
    ['2026-09-07 14:30:15', '20260907143000'],
    ['07.09.2026', '20260907120000'],
    ['2026-02-30', null],
    ['7/9/26', null],
  ])('the date %s is %s', (given, expected) => {
    expect(stampOf(given)).toBe(expected)
  })
})
