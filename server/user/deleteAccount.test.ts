import { afterAll, beforeAll, expect, test } from 'vitest'
import { SESSION_OVER } from '#contract/responseCodes.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { contact } from '#contract/user/contact.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { exportData } from '#contract/user/exportData.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { userData } from '#contract/user/userData.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import {
  codesIn,
  type TestServer,
  startTestServer,
  PASSWORD,
  type Person,
  personAt,
} from '#testing/testServer.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { reauthenticate } from '#server/auth/reauthenticate.ts'
import { openLockHolder } from '#testing/lockHolder.ts'
import { createPersonLike } from '#testing/createPerson.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const rowsOf = async <T extends object>(query: string) =>
  (await server.context.db.execute<T & Record<string, unknown>>(query)).rows

/** Every row of every table, as text, by its table. */
async function everything(): Promise<[table: string, row: string][]> {
  const tables = await rowsOf<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const all: [string, string][] = []
  for (const { name } of tables)
    for (const { row } of await rowsOf<{ row: string }>(`select t::text as row from "${name}" t`))
      all.push([name, row])
  return all
}
const whereIs = async (traces: string[]) =>
  (await everything()).flatMap(([table, row]) =>
    traces.filter((trace) => row.includes(trace)).map((trace) => `${table}: ${trace}`),
  )
const of = (rows: Record<string, unknown>[], field: string) => rows.map((row) => String(row[field]))
const numbers = async () =>
  await rowsOf(`select (select sum(points) from ledger_entry) as zero, (select count(*) from ledger_entry) as entries,
    (select sum(amount) from movement) as sold, (select count(*) from payment_attempt) as attempts,
    (select sum(amount) from debt) as owed`)

test('ana leaves: nothing names her in any table, the books still balance, and she is nobody at the door', async () => {
  const ana = await server.as('ana')
  const tablet = await server.as('ana')
  await ana.call(contact, { text: 'Chau', title: 'Me voy, Ana Pereira', type: 'Otro' })
  await server.stranger.call(resetPassword, { user: 'ana@demo.surtidor.uy' })
  const { user } = await ana.call(userData, {})
  const { data } = await ana.call(exportData, {})
  const traces = [
    user.email,
    user.documentNumber,
    user.mobile,
    user.address,
    `${user.firstName} ${user.firstSurname}`,
    'Me voy',
    ...of(data.afiliaciones, 'clientRUT'),
    ...of(data.afiliaciones, 'clientCardNumber'),
    ...of(data.afiliaciones, 'accountBankNumber'),
    ...of(data.vehiculos, 'plate'),
  ].filter((trace) => trace !== '')
  expect(traces.length).toBeGreaterThan(10)
  expect(new Set((await whereIs(traces)).map((at) => at.split(':')[0])).size).toBeGreaterThan(5)
  const before = await numbers()

  expect((await ana.call(deleteAccount, { password: PASSWORD })).responseHeader.responseCode).toBe(
    '00',
  )
  expect(await whereIs(traces)).toEqual([])
  expect(await numbers()).toEqual(before)
  const broken = (await checkInvariants(server.context.db)).filter(({ rows }) => rows.length > 0)
  expect(broken).toEqual([])
  for (const session of [ana, tablet])
    expect((await session.call(userData, {})).responseHeader.responseCode).toBe('88')
  const again = await server.stranger.call(login, { user: user.email, password: PASSWORD })
  expect(again.responseHeader.responseDescription).toMatch(/correo o la contraseña/)
})

test('zulmira joins, asks, writes and leaves; and may come back as somebody new', async () => {
  const zulmira = {
    email: 'zulmira@correo.example',
    firstName: 'Zulmira',
    firstSurname: 'Quintanilha',
    documentNumber: '1.234.567-2',
    birthdate: '1970-01-01',
    sex: 'F' as const,
    mobile: '094 987 654',
    address: 'Pasaje Escondido 77, Melo, Uruguay',
  }
  const password = 'pan con membrillo'
  const enter = async () => {
    server.wait(3_600_000)
    await server.stranger.call(addUser, { user: zulmira, password })
    const [mail] = await server.mailsTo(zulmira.email)
    const { code } = codesIn(mail as never)
    await server.stranger.call(confirmAddUser, { user: zulmira.email, code })
    const { user } = await server.stranger.call(login, { user: zulmira.email, password })
    return personAt(server.url, user.userSessionToken, server.context.now)
  }
  const me = await enter()
  await me.call(updateUser, { user: { firstName: 'Zulmira Inés' } })
  await me.call(contact, { text: 'Soy Zulmira', title: 'Hola', type: 'Consulta' })
  await me.call(membershipRequest, {
    request: {
      programme: 'surtidor',
      vehicle: { mark: 'fiat', plate: 'ZZZ 9876', fuel: 'super' },
      accountBank: 'Itaú',
      accountBankType: 'CA',
      accountBankNumber: '7788990011',
      accountName: 'Zulmira Quintanilha',
    },
  })
  const wrong = await me.call(deleteAccount, { password: 'no es' })
  expect(wrong.responseHeader.responseDescription).toMatch(/actual no es correcta/)
  expect((await me.call(deleteAccount, { password })).responseHeader.responseCode).toBe('00')
  const traces = [
    'ulmira',
    'uintanilha',
    '12345672',
    '94987654',
    'Escondido',
    'ZZZ9876',
    '7788990011',
  ]
  expect(await whereIs(traces)).toEqual([])
  const broken = (await checkInvariants(server.context.db)).filter(({ rows }) => rows.length > 0)
  expect(broken).toEqual([])
  expect((await (await enter()).call(userData, {})).user.firstName).toBe('Zulmira')
})

test('what was answered under a token that was renewed since is forgotten with the rest', async () => {
  const gilda = await createPersonLike(server, 'gilda', 'fede')
  await gilda.call(updateUser, { user: { firstName: 'Gildarda' } })
  const { userSessionToken } = await gilda.call(updatePassword, {
    user: 'gilda@demo.surtidor.uy',
    password: 'una nueva bien larga',
    currentPassword: PASSWORD,
  })
  const renewed = personAt(server.url, userSessionToken ?? '', server.context.now)
  const gone = await renewed.call(deleteAccount, { password: 'una nueva bien larga' })
  expect(gone.responseHeader.responseCode).toBe('00')
  expect(await whereIs(['ildarda', 'gilda@'])).toEqual([])
})

/** Begins to delete an account, and stops when its row is held and all but her messages is gone. */
async function leaveHalfway(person: Person) {
  const gate = await openLockHolder(server)
  await gate.hold('lock table contact_message in exclusive mode')
  const leaving = person.call(deleteAccount, { password: PASSWORD })
  await gate.queued(1)
  return { gate, leaving }
}
const codesOf = async (calls: ReturnType<Person['call']>[]) =>
  (await Promise.all(calls)).map(({ responseHeader }) => responseHeader.responseCode)

test('what she sent from elsewhere and was on its way when she left is written nowhere', async () => {
  const nora = await createPersonLike(server, 'nora', 'fede')
  const tablet = await server.as('nora')
  const { gate, leaving } = await leaveHalfway(nora)
  const late = [
    tablet.call(updateUser, { user: { firstName: 'Noradina' } }),
    tablet.call(contact, { text: 'Soy Noradina', title: 'Hola', type: 'Consulta' }),
    tablet.call(membershipRequest, {
      request: {
        programme: 'surtidor',
        vehicle: { mark: 'fiat', plate: 'YYY 4321', fuel: 'super' },
      },
    }),
  ]
  await gate.queued(4)
  await gate.open('rollback')
  expect(await codesOf([leaving, ...late])).toEqual(['00', '88', '88', '88'])
  expect(await whereIs(['oradina', 'YYY4321'])).toEqual([])
})

test('nor are a code, a second factor or another deletion that were asked for meanwhile', async () => {
  const norma = await createPersonLike(server, 'norma', 'diego')
  const tablet = await server.as('norma')
  const [row] = await rowsOf<{ id: string }>("select id from person where email like 'norma@%'")
  const id = row?.id ?? ''
  const { gate, leaving } = await leaveHalfway(norma)
  const meanwhile = [
    tablet.call(deleteAccount, { password: PASSWORD }),
    tablet.call(enrolSecondFactor, { password: PASSWORD }),
    server.stranger.call(resetPassword, { user: 'norma@demo.surtidor.uy' }),
  ]
  await gate.queued(4)
  await gate.open('rollback')
  expect(await codesOf([leaving, ...meanwhile])).toEqual(['00', '88', '88', '00'])
  const tables = new Set((await whereIs([id])).map((at) => at.split(':')[0]))
  expect([...tables].toSorted()).toEqual(['audit', 'person'])
  // Who was let in before and looks only now finds nobody, and no password to compare.
  const late = { personId: id } as AuthenticatedCaller
  await expect(reauthenticate(server.context, late, PASSWORD)).rejects.toThrow(SESSION_OVER)
})

test('who has a payment under way is asked to wait, and nothing is taken away', async () => {
  const fede = await server.as('fede')
  await server.context.db.execute(`
    insert into debt (reference, person_id, concept, merchant_name, invoice_number, currency, amount, taxed_amount,
      tax_amount, installments, indi, final_consumer, points, at, due_date, state)
    select 'D-FEDE', id, 'c', 'm', '1', '858', 100, 80, 20, 1, 0, true, 0, now(), now(), 'PENDING' from person where email = 'fede@demo.surtidor.uy';
    insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount,
      tax_amount, tip_amount, installments, indi, state, audit_number, created_at)
    select gen_random_uuid(), id, 'D-FEDE', 'n', 'm', '858', 100, 80, 20, 0, 1, 0, 'PROCESSING', 'x1', now() from person where email = 'fede@demo.surtidor.uy'`)
  const answer = await fede.call(deleteAccount, { password: PASSWORD })
  expect(answer.responseHeader.responseDescription).toMatch(/pago en curso/)
  // Nor while the gateway may hold a charge of a page that was closed.
  await server.context.db.execute(
    `update payment_attempt set state = 'REJECTED', look_at = now() where audit_number = 'x1'`,
  )
  const doubtful = await fede.call(deleteAccount, { password: PASSWORD })
  expect(doubtful.responseHeader.responseDescription).toMatch(/pago en curso/)
  expect((await fede.call(userData, {})).user.email).toBe('fede@demo.surtidor.uy')
})
