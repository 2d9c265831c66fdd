import { expect, test } from 'vitest'
import { fromBase64url, receivePaymentReturn } from '#app/parts/payments/paymentReturn.ts'

const sent = JSON.stringify({ token: 'a-token', payment: { client: 'Núñez', note: '÷?>~' } })
const encoded = Buffer.from(sent).toString('base64url')

/** What a route does on the way in: nothing, or a redirect. */
function onTheWay(search: Record<string, string>): unknown {
  try {
    receivePaymentReturn({ search })
    return null
  } catch (redirect) {
    return (redirect as { options: unknown }).options
  }
}

test('the message is read as the server wrote it, whatever its letters', () => {
  expect(fromBase64url(encoded)).toBe(sent)
})

test.each(['%%%', 'a', '_w', 'ñ'])('%j is no message', (text) => {
  expect(fromBase64url(text)).toBeNull()
})

test('it leaves the address at once, replacing it, and waits in the history entry', () => {
  expect(onTheWay({ geopayResponse: encoded })).toMatchObject({
    to: '/payment',
    search: {},
    replace: true,
    state: { geopayResponse: sent },
  })
})

test('a broken one leaves the address too, and nothing is handed on', () => {
  expect(onTheWay({ geopayResponse: '%%%' })).toMatchObject({ replace: true, state: {} })
})

test('without one nobody is sent anywhere', () => {
  expect(onTheWay({})).toBeNull()
})
