import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { containsCardNumber } from '#contract/fields/cardNumber.ts'
import type { GatewayReturn } from '#contract/geopay.ts'
import { activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { registerPush } from '#contract/push/registerPush.ts'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { contact } from '#contract/user/contact.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { rut } from '#db/demo/fakeIds.ts'
import { CARDS } from '#sandbox/cards.ts'
import { createLogger } from '#server/log.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { debtOf, startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { codesIn, freshCode, PASSWORD } from '#testing/harness/testServer.ts'
import { pushDevice } from '#testing/push/pushDevice.ts'

/** At log level trace, calls with every kind of secret are made; none of the secrets may be logged. */
const lines: string[] = []
const reportedErrors: string[] = []
const log = createLogger('trace', { write: (line) => lines.push(line) })
const reportError = (line: string) => reportedErrors.push(line)
const server = startForFile(() => startTestPaymentServer({ webhooks: true, log, reportError }))

/** Makes a call while a table is missing: the error of its statement is logged. */
async function without(table: string, makeCall: () => Promise<{ status: number }>): Promise<void> {
  await server.owner.query(`alter table ${table} rename to gone`)
  const { status } = await makeCall()
  await server.owner.query(`alter table gone rename to ${table}`)
  expect(status).toBe(500)
}

/** The calls are in the log; neither these secrets nor any card number is. */
function expectNone(secrets: string[], names: string[], written = lines.join('\n')): void {
  for (const name of names) expect(written).toContain(`"call":"${name}"`)
  expect(secrets.filter((one) => one.length < 4)).toEqual([])
  expect(secrets.filter((one) => written.includes(one))).toEqual([])
  expect(containsCardNumber(written)).toBe(false)
}

const lola = {
  email: 'canario.lola@correo.example',
  firstName: 'Canaria',
  firstSurname: 'Delmonte',
  documentNumber: '1.234.567-2',
  birthdate: '19900101',
  sex: 'F' as const,
  mobile: '094 765 432',
  address: 'Callejón Canario 9, Melo, Uruguay',
}
const password = 'canta el canario'
const CARD = '4111111111111111'
const FOURS = ['4111', '1111', '1111', '1111']
const SPELLED = [
  CARD,
  ...[' ', '-', '.', '  ', '\u00a0', '\n'].map((separator) => FOURS.join(separator)),
]

describe('the log', () => {
  test('the check finds a card number in a log line, however it is spaced', () => {
    for (const card of SPELLED) {
      const line = JSON.stringify({ level: 50, body: JSON.stringify({ text: `es\n${card}\n` }) })
      expect(() => expectNone([], [], line), card).toThrow()
    }
  })

  test('passwords, codes, tokens, documents, addresses and card numbers are not logged', async () => {
    const { stranger } = server
    await stranger.call(addUser, { user: lola, password })
    const confirm = codesIn((await server.mailsTo(lola.email))[0] as never)
    await stranger.call(confirmAddUser, { user: lola.email, code: 'WRON-GONE' })
    await stranger.call(confirmAddUser, { user: lola.email, code: confirm.token })
    const me = await server.enter(lola.email, password)
    await me.call(updateUser, { user: { mobile: '091 234 567' } })
    await me.call(updatePassword, {
      user: lola.email,
      password: 'otro canario',
      currentPassword: 'no',
    })
    for (const card of SPELLED) {
      const text = `mi tarjeta es ${card}`
      const answer = await me.call(contact, { text, title: 'Canario', type: 'Otro' })
      expect(answer.responseHeader.responseDescription, card).toMatch(/tarjeta/)
    }
    await me.call(contact, { text: 'Canario secreto', title: 'Canario', type: 'Otro' })
    server.wait(1000)
    await stranger.call(resetPassword, { user: lola.email })
    const reset = codesIn((await server.mailsTo(lola.email))[0] as never)
    await stranger.call(confirmResetPassword, {
      user: lola.email,
      password: 'canario nuevo',
      code: reset.code,
    })
    const carla = await server.as('carla')
    server.wait(60_000)
    const secondFactor = await freshCode(server.context, 'carla@demo.surtidor.uy')
    const { secret } = await carla.call(enrolSecondFactor, { password: PASSWORD, secondFactor })
    // A malformed body and failing statements: their errors are logged with stack and statement.
    await stranger.call(login, {} as never, { body: `{"password":"${password}` })
    await without('verification_code', () => stranger.call(resetPassword, { user: lola.email }))
    await without('session', () =>
      stranger.call(login, { user: lola.email, password: 'canario nuevo' }),
    )

    expect(lines.join('\n')).toMatch(/http\.call_failed/)
    const typed = [password, 'otro canario', 'canario nuevo', PASSWORD, ...SPELLED]
    const given = [
      ...Object.values(confirm),
      ...Object.values(reset),
      secret,
      carla.token,
      me.token,
    ]
    const personal = '12345672 1.234.567-2 94765432 91234567 canario.lola Delmonte Callejón'
    const secrets = [...typed, ...given, ...personal.split(' '), '094 765 432', 'Canario', 'argon2']
    expectNone(secrets, ['addUser', 'login', 'resetPassword', 'enrolSecondFactor'])
  })

  test('tokens, return messages and cards of a payment are logged neither here nor by the sandbox', async () => {
    const ana = await server.as('ana')
    const reference = await debtOf(ana, 284_300)
    const { accessToken } = await startPayment(ana, reference)
    const data = await server.pay(accessToken, 'debit')
    const process = () => ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
    const { payment } = await process()
    expect(payment.state).toBe('PAID')
    const forged = { geopayResponse: (data ?? '').replace('"amount":', '"amount":1') }
    expect((await ana.call(processGEOPayResponse, forged)).responseHeader.responseCode).toBe('05')
    await ana.call(getPayments, { accessToken, dateFrom: '', dateTo: '' })
    const declined = (await startPayment(ana, await debtOf(ana, 123_450))).accessToken
    await server.pay(declined, '51')
    await without('gateway_message', process)
    const debtData = { reference: await debtOf(ana, 79_000) }
    await without('payment_attempt', () =>
      ana.call(getGEOPayAccessToken, {
        geopayNetId: 'SURTIDOR',
        geopayMerchantId: '900001',
        debtData,
      }),
    )

    const { responseHeader, payment: returned } = JSON.parse(data ?? '') as GatewayReturn
    const secrets = [
      accessToken,
      declined,
      ana.token,
      responseHeader.digitalSign,
      returned.paymentToken,
      returned.card?.cardMask ?? '',
      returned.authorizer?.authorizationCode ?? '',
      payment.maskedCard,
      'ana@demo',
      'Pereira',
      'geopayResponse',
      ...CARDS.map(({ number }) => number),
    ]
    expectNone(secrets, ['getGEOPayAccessToken', 'processGEOPayResponse', 'getPayments'])
    // The sandbox logs requests and decisions, and of a card no more than its mask.
    const gatewayLog = await readFile(join(server.keysDir, '../payments.jsonl'), 'utf8')
    expect(gatewayLog).toContain(accessToken)
    const typed = [...CARDS.map(({ number }) => number), 'Persona de Prueba', '12/99', '"cvv"']
    expectNone(typed, [], [gatewayLog, ...reportedErrors].join('\n'))
    expect((gatewayLog.match(/\d{13,19}/g) ?? []).filter((run) => run.startsWith('9999'))).toEqual(
      [],
    )
  })

  test('addresses and keys of devices that are pushed to are not logged', async () => {
    const ana = await server.as('ana')
    const { device } = pushDevice('https://fcm.googleapis.com/fcm/send/canario-address')
    await ana.call(registerPush, { device })
    await without('push_subscription', () => ana.call(registerPush, { device }))
    const { p256dh, auth } = device as { p256dh: string; auth: string }
    expectNone(['canario-address', p256dh, auth, ana.token], ['registerPush'])
  })

  test('RUT, plates, bank accounts and the observations of an operator are not logged', async () => {
    const fede = await server.as('fede')
    const account = {
      accountBank: 'Brou',
      accountBankType: 'CA',
      accountBankNumber: '007654321-00009',
      accountBankBranch: '',
      accountName: 'Federica Canaria',
    }
    const request = {
      programme: 'uber',
      vehicle: { mark: 'fiat', plate: 'SCN 7391', fuel: 'super' },
      clientRUT: rut(21, 654_321),
      clientCardNumber: '',
      ...account,
    }
    const { reference } = await fede.call(membershipRequest, { request })
    expect(reference).toMatch(/^SOL-/)
    const [carla, diego] = [await server.as('carla'), await server.as('diego')]
    const observations = 'Llamé a la casa canaria'
    for (const operator of [carla, diego])
      await operator.call(validateMembershipRequest, { reference, authorized: true, observations })
    const { clientRUT } = request
    await fede.call(activeMembershipList, { loyaltyCode: '', clientRUT, clientCardNumber: '' })
    const changed = { ...account, accountBankNumber: '001112223-00004' }
    expect((await fede.call(updateMembershipData, changed)).responseHeader.responseCode).toBe('00')
    await without('loyalty', () => fede.call(updateMembershipData, changed))
    await without('membership_request', () =>
      fede.call(membershipRequest, { request: { ...request, programme: 'surtidor' } }),
    )

    // The plate's digits alone are no secret: a process id or a port could have them.
    const plates = ['SCN 7391', 'SCN7391']
    const secrets = [clientRUT, ...plates, '7654321', '1112223', 'anaria', fede.token, carla.token]
    expectNone(secrets, ['membershipRequest', 'activeMembershipList'])
  })
})
