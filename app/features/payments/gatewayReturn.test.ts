import { describe, expect, test } from 'vitest'
import { fromBase64url, receivePaymentReturn } from '#app/features/payments/gatewayReturn.ts'

const sent = JSON.stringify({ token: 'a-token', payment: { client: 'Núñez', note: '÷?>~' } })
const encoded = Buffer.from(sent).toString('base64url')

/** The redirect that the route throws in `beforeLoad`, or nothing. */
function onTheWay(search: Record<string, string>): unknown {
  try {
    receivePaymentReturn({ search })
    return null
  } catch (redirect) {
    return (redirect as { options: unknown }).options
  }
}

describe('receivePaymentReturn', () => {
  test('decodes the message as the server encoded it, with any letters', () => {
    expect(fromBase64url(encoded)).toBe(sent)
  })

  test.each(['%%%', 'a', '_w', 'ñ'])('%j is no base64url message', (text) => {
    expect(fromBase64url(text)).toBeNull()
  })

  test('moves the message from the address to the history state', () => {
    expect(onTheWay({ geopayResponse: encoded })).toMatchObject({
      to: '/payment',
      search: {},
      replace: true,
      state: { geopayResponse: sent },
    })
  })

  test('removes an invalid message from the address and passes none on', () => {
    expect(onTheWay({ geopayResponse: '%%%' })).toMatchObject({ replace: true, state: {} })
  })

  test('does nothing without a message', () => {
    expect(onTheWay({})).toBeNull()
  })
})
