import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { RequestOf } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { DAY_MS } from '#contract/dates.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { GATEWAY_PAGES, SERVER } from '#server/docs/servedDocument.ts'
import { reconcileDueDays } from '#server/payments/reconciliation/reconciliationJob.ts'
import { createPasskey, signChallenge } from '#testing/harness/softAuthenticator.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { type CallResult } from '#testing/harness/testClient.ts'
import { debtOf, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { codesIn, freshCode, type Person } from '#testing/harness/testServer.ts'
import { addTestTerminal, enrolTestTerminal } from '#testing/station/testTerminal.ts'

/** `vitest -u` records the answers; without it they are compared with those of the demo data. */
const FILE = 'exampleAnswers.json'
/** Maximum number of items of a list in an example. */
const EXAMPLE_ITEMS = 2

const server = startForFile(startTestPaymentServer)

const recorded: Record<string, object> = {}
async function ask<Name extends CallName>(
  name: Name,
  person: Person,
  fields: object = {},
): Promise<CallResult<(typeof calls)[Name]>> {
  const request = { ...examples[name], ...fields } as RequestOf<(typeof calls)[Name]>
  const result = await person.call(calls[name], request)
  expect(result.responseHeader, name).toMatchObject({ responseCode: '00' })
  const { status: _status, headers: _headers, responseHeader: _header, ...answer } = result
  recorded[name] = JSON.parse(JSON.stringify(answer), toExample) as object
  return result
}

/** Replaces random values by constants of the same form, and shortens lists. */
function toExample(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, EXAMPLE_ITEMS)
  if (typeof value !== 'string') return value
  const [, constant] = RANDOM.find(([pattern]) => pattern.test(`${key} ${value}`)) ?? []
  return constant ?? value.replace(/^http:\/\/127\.0\.0\.1:\d+/, GATEWAY_PAGES)
}
const RANDOM: [pattern: RegExp, constant: string][] = [
  [/Token [\w-]+$/, 'mY3nQz0sJ7cVxE5rT1uWgK9aLhD4bFpS6iOe2vNtZwA'],
  // A repeated call uses a number more.
  [/^rrn 0000000[2-9]\d{4}$/, '000000020041'],
  [/ SOL-\w{12}$/, 'SOL-7KD2MVX9Q4HT'],
  // Ids of the demo data are not random: they begin with 5d0ca5e0.
  [/ (?!5d0ca5e0)[\da-f]{8}-[\da-f-]{27}$/, 'b1e7c3a2-5f0d-8c64-9b7e-2a90d4f6138c'],
  [/^url .*\?id=[\da-f-]{36}$/, '/#/commnents?id=b1e7c3a2-5f0d-8c64-9b7e-2a90d4f6138c'],
  [/^(authorizationCode|digits) \w/, '482913'],
  [/^text \d{6}$/, '482913'],
  [/^remark Autorización \d{6}$/, 'Autorización 482913'],
  [/^text S60000001C/, 'S60000001C482913L500'],
  [/^code [\dA-Z]{16}$/, '7KD2MVX9Q4HT2B6C'],
  [/^code [\dA-Z]{10}$/, '7KD2MVX9Q4'],
  [/^qr /, `${SERVER}/#/readScann?payment=7KD2MVX9Q4`],
  [/^challenge /, 'k3Jm0sVq8nZb2fXyT5uWgQAAAZq2m4dQe1pLr7cHs9aKoDvYxBtNi6EjGwMzRfUhPq4S'],
  [/^id [\w-]{43}$/, 'rQ2mV8xKp0sTtY1uZc5dE7fGhJ4kLnBwA9iOoXvCeM0'],
  [/^secret /, 'SURTIDORDEMOSEGUNDOFACTORDEMOUYU'],
  [/^uri /, 'otpauth://totp/Surtidor:elena%40demo.surtidor.uy?secret=SURTIDORDEMO…'],
]

/** A payment that a till asks for, is told of and voids, and one that it takes back. */
async function askOfPayments(ana: Person) {
  const till = await enrolTestTerminal(server, 'E003')
  const { payment } = await ask('requestPayment', till)
  const { request } = await ask('openPaymentRequest', ana, { code: payment.code })
  const debtData = { reference: request.debt.reference }
  const { accessToken } = await ana.call(calls.getGEOPayAccessToken, { debtData })
  const geopayResponse = (await server.pay(accessToken)) ?? ''
  await ana.call(calls.processGEOPayResponse, { geopayResponse })
  await ask('paymentStatus', till)
  await ask('voidPayment', till)
  const reference = `${payment.reference}-B`
  await till.call(calls.requestPayment, { ...examples.requestPayment, reference })
  await ask('cancelPayment', till, { reference })
}

describe('example answers', () => {
  test('the examples are what the server answers on the demo data', async () => {
    const { stranger } = server
    let ana = await server.as('ana')
    const [driver, fede, carla, elena] = [
      await server.as('driver00001'),
      await server.as('fede'),
      await server.as('carla'),
      await server.as('elena'),
    ]
    await ask('login', stranger)
    for (const name of ['userData', 'roles', 'movements', 'accountStatus'] as const)
      await ask(name, ana)
    for (const name of ['branches', 'prices'] as const) await ask(name, ana)
    for (const name of ['loyalties', 'activeMembershipList', 'getDebts', 'getPayments'] as const)
      await ask(name, ana)
    await ask('programmes', stranger)
    await ask('promotions', ana)
    const { notifications } = await ask('notifications', ana)
    const notificationId = notifications[0]?.id ?? ''
    await ask('readNotification', ana, { notificationId })
    await ask('markNotification', ana, { notificationId })

    const { accessToken } = await ask('getGEOPayAccessToken', ana, {
      debtData: { reference: await debtOf(ana, 123_450) },
    })
    const geopayResponse = (await server.pay(accessToken)) ?? ''
    await ask('processGEOPayResponse', ana, { geopayResponse })

    await askOfPayments(ana)

    const { reference } = await ask('membershipRequest', fede)
    await ask('membershipRequestList', carla)
    await ask('validateMembershipRequest', carla, { reference })

    const codesSentTo = async (email: string) =>
      codesIn((await server.mailsTo(email))[0] ?? { text: '' })
    const { email } = examples.addUser.user
    await ask('addUser', stranger)
    await ask('confirmAddUser', stranger, { code: (await codesSentTo(email)).code })
    await ask('resetPassword', stranger, { user: 'fede@demo.surtidor.uy' })
    const reset = await codesSentTo('fede@demo.surtidor.uy')
    await ask('confirmResetPassword', stranger, { user: 'fede@demo.surtidor.uy', code: reset.code })

    await ask('requestEmailChange', driver)
    const { code: oldCode } = await codesSentTo('driver00001@demo.surtidor.uy')
    const { code: newCode } = await codesSentTo(examples.requestEmailChange.email)
    await ask('confirmEmailChange', driver, { oldCode, newCode })

    await ask('contact', ana)
    await ask('sentMessages', ana)
    const { rows: sent } = await elena.call(calls.objects, { kind: 'message' })
    const messageId = sent[0]?.id ?? ''
    await server.context.db.execute(
      sql`insert into contact_picture values (${messageId}, ${Buffer.from('89504e470d0a1a0a', 'hex')}, 'image/png', '1990-03-14', now())`,
    )
    await ask('messagePicture', elena, { messageId })
    await elena.call(calls.actOnObject, { kind: 'message', objectId: messageId, action: 'close' })
    // The day of the payment has ended.
    const tomorrow = new Date(server.context.now().getTime() + DAY_MS)
    await reconcileDueDays({ ...server.context, now: () => tomorrow })
    await ask('home', elena)
    await ask('overdueEmails', elena)
    await ask('monthReport', elena)
    const { rows } = await ask('objects', elena)
    const objectId = rows[0]?.id ?? ''
    await ask('totals', elena)
    const { id: viewId } = await ask('saveView', elena)
    await ask('removeView', elena, { viewId })
    await ask('object', elena, { objectId })
    await ask('search', elena)
    await ask('actOnObject', elena, { objectId })
    await elena.call(calls.object, { kind: 'payment', objectId, shown: true })
    await ask('dataViews', ana)
    await ask('claimPurchase', ana)
    await ask('purchaseClaims', ana)
    const secondFactor = await freshCode(server.context, 'elena@demo.surtidor.uy')
    const { secret } = await ask('enrolSecondFactor', elena, { secondFactor })
    const code = TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: server.context.now().getTime(),
    })
    await ask('confirmSecondFactor', elena, { code })

    const { options } = await ask('registerPasskeyOptions', ana)
    const { passkey: key, credential: created } = createPasskey(options)
    const { passkey } = await ask('registerPasskey', ana, { credential: created })
    const forLogin = await ask('loginPasskeyOptions', stranger)
    await ask('loginPasskey', stranger, { credential: signChallenge(key, forLogin.options) })
    const toShow = await ask('secondFactorPasskeyOptions', ana)
    const shown = await ask('secondFactorPasskey', ana, {
      credential: signChallenge(key, toShow.options),
    })
    ana = server.session(shown.userSessionToken)
    await ask('passkeys', ana)
    const { passkeyId } = passkey
    await ask('renamePasskey', ana, { passkeyId })
    await ask('removePasskey', ana, { passkeyId })

    const { importId } = await ask('importCarLog', ana)
    await ask('cars', ana)
    await ask('undoCarImport', ana, { importId })
    const { entries } = await ask('carLog', ana)
    const rrn = entries.find(({ kind }) => kind === 'purchase')?.id ?? ''
    await ask('saveCarPurchase', ana, { rrn })
    const { entryId } = await ask('saveCarEntry', ana)
    await ask('carFigures', ana)
    await ask('removeCarEntry', ana, { entryId })
    const { reminderId } = await ask('saveCarReminder', ana)
    await ask('carReminders', ana)
    await ask('finishCarReminder', ana, { reminderId })
    await ask('mailReceipt', ana)
    await ask('exportData', ana)
    await ask('updateUser', ana)
    await ask('updateMembershipData', ana)
    await ask('addVehicle', ana)
    await ask('companyStatement', ana)
    await ask('inviteDriver', ana, { email: examples.requestEmailChange.email })
    const [{ invitationId } = { invitationId: '' }] = (await ask('companyDrivers', ana)).drivers
    await ask('acceptInvitation', driver, { invitationId, loyaltyCode: '60100001' })
    await ask('endCompanyDriver', driver, { invitationId })
    const { loyalties: hers } = await ana.call(calls.loyalties, {})
    const vehicleId = hers.find(({ clientRUT }) => clientRUT !== '')?.vehicles[0]?.vehicleId
    await ask('setVehicleLimit', ana, { vehicleId })
    await ask('rewards', ana)
    const { voucher } = await ask('takeReward', ana)
    await ask('vouchers', ana)
    await ask('returnVoucher', ana, { voucherId: voucher.id })
    const { voucher: used } = await ask('takeReward', ana)
    const { codes } = await ask('spendingCode', ana)
    const counter = await enrolTestTerminal(server, 'E002')
    await ask('reserveRedemption', counter, { spendingCode: codes[0]?.text ?? '' })
    await ask('captureRedemption', counter)
    await ask('releaseRedemption', counter)
    await ask('reverseRedemption', counter)
    await ask('captureVoucher', counter, { voucher: used.code })
    await ask('memberStatus', counter)
    await ask('removeMembership', ana)
    const { userSessionToken = '' } = await ask('updatePassword', ana)
    const renewed = server.session(userSessionToken)
    await ask('deleteAccount', renewed, { password: examples.updatePassword.password })
    await ask('logout', carla)

    await addTestTerminal(server, 'E001', examples.enrolTerminal.enrolmentCode ?? '')
    await ask('enrolTerminal', stranger)
    const till = await enrolTestTerminal(server)
    await ask('rotateTerminalKey', till)
    await ask('reportSales', till)
    await ask('closeShift', till)
    // The station counted a sale more than its terminals reported.
    const { closeShift } = examples
    await till.call(calls.closeShift, { ...closeShift, scope: 'station', sales: 2 })
    await ask('heartbeat', till)

    // Calls that need no preparation.
    for (const name of Object.keys(calls) as CallName[])
      if (!recorded[name]) await ask(name, driver)

    const inOrder = Object.keys(calls).flatMap((name) =>
      recorded[name] ? [[name, recorded[name]] as const] : [],
    )
    const text = `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`
    await expect(text).toMatchFileSnapshot(FILE)
  })

  test('exist for each call and satisfy its contract', () => {
    const answers = JSON.parse(readFileSync(new URL(FILE, import.meta.url), 'utf8')) as object
    expect(Object.keys(answers)).toEqual(Object.keys(calls))
    for (const [name, answer] of Object.entries(answers))
      expect(calls[name as CallName].response.safeParse(answer).error, name).toBeUndefined()
  })
})
