import { describe, expect, test } from 'vitest'
import { KIND_NAMES, kindOf } from '#contract/console/objectKinds.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))

describe('objects', () => {
  test('pages of a kind hold every row once, the newest first', async () => {
    const whole = accepted(await elena.call(objects, { kind: 'payment', count: 200 }))
    expect(whole.rows.length).toBeGreaterThan(5)
    const paged: string[] = []
    let after = ''
    do {
      const page = accepted(await elena.call(objects, { kind: 'payment', count: 2, after }))
      paged.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after !== '')
    expect(paged).toEqual(whole.rows.map(({ id }) => id))
    expect(new Set(paged).size).toBe(paged.length)
    for (const { cells } of whole.rows) expect(cells).toHaveLength(whole.columns.length)
  })

  test('filters narrow the list together, and a wrong one is refused by its name', async () => {
    const { rows } = accepted(await elena.call(objects, { kind: 'payment', count: 200 }))
    const [first] = rows
    const day = first?.cells[4]?.stamp?.slice(0, 8) ?? ''
    const lastFour = first?.cells[5]?.text?.slice(-4) ?? ''
    const filters = { state: 'PAID', period: `${day}-${day}`, lastFour }
    const narrow = accepted(await elena.call(objects, { kind: 'payment', filters })).rows
    const expected = rows.filter(
      ({ cells }) =>
        cells[6]?.text === 'Pago' &&
        cells[4]?.stamp?.startsWith(day) &&
        cells[5]?.text?.endsWith(lastFour),
    )
    expect(narrow.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    for (const [filters, label] of [
      [{ state: 'LOST' }, 'Estado'],
      [{ period: '20260231-' }, 'Período'],
      [{ period: '-' }, 'Período'],
      [{ amount: '1.5-' }, 'Importe'],
      [{ colour: 'red' }, 'colour'],
    ] as const) {
      const { responseHeader } = await elena.call(objects, { kind: 'payment', filters })
      expect(responseHeader).toMatchObject({
        responseCode: '05',
        responseDescription: `El filtro «${label}» no es válido.`,
      })
    }
  })

  test.each(
    KIND_NAMES.flatMap((kind) =>
      (
        [
          ['elena', ADMINISTRADOR],
          ['diego', PETROBRAS],
          ['carla', UBER],
        ] as const
      ).map(([name, role]) => [kind, name, role] as const),
    ),
  )('%s is seen by %s exactly when the role is in its table', async (kind, name, role) => {
    const person = await server.as(name)
    const sees = kindOf(kind).roles.includes(role)
    for (const answer of [
      await person.call(objects, { kind }),
      await person.call(object, { kind, objectId: 'none' }),
    ])
      expect(answer.responseHeader.reason === 'role_missing').toBe(!sees)
  })
})
