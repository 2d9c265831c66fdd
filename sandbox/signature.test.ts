import { createVerify, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalForm } from '#contract/geopay.ts'
import { isSigned, signed } from '#sandbox/signature.ts'

const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signer = { kid: 'k1', key: own.privateKey }
const proof = { kid: 'k1', key: own.publicKey }
const message = {
  requestHeader: { netId: 'SURTIDOR', auditNumber: '1', digitalSign: '' },
  amount: 12_200,
  extra: [{ name: 'Ñandú', value: 'a b' }, null],
  nothing: null,
}

describe('signature', () => {
  test('the canonical form drops digitalSign, nulls, spaces and accents, sorts and upper-cases', () => {
    expect(
      canonicalForm({ b: 1, a: { digitalSign: 'x', z: 'ñ o', y: null }, c: ['q', { d: true }] }),
    ).toBe('AZOB1CQDTRUE')
    expect(canonicalForm(message)).toBe(
      'AMOUNT12200EXTRANAMEANDVALUEABREQUESTHEADERAUDITNUMBER1NETIDSURTIDOR',
    )
  })

  test('verifies the sender of a message with unknown fields', () => {
    const sent = JSON.parse(
      JSON.stringify(signed(message, 'requestHeader', signer)),
    ) as typeof message
    expect(isSigned(sent, 'requestHeader', proof)).toBe(true)
    expect(isSigned({ ...sent, added: 'later' }, 'requestHeader', proof)).toBe(false)
    const { extra: _, ...less } = sent
    expect(isSigned(less, 'requestHeader', proof)).toBe(false)
    expect(isSigned({ ...sent, amount: 12_201 }, 'requestHeader', proof)).toBe(false)
  })

  test('refuses another key, another key id, no signature and no header', () => {
    const sent = signed(message, 'requestHeader', signer)
    expect(isSigned(sent, 'requestHeader', { kid: 'k1', key: other.publicKey })).toBe(false)
    expect(isSigned(sent, 'requestHeader', { kid: 'k2', key: own.publicKey })).toBe(false)
    const header = { ...sent.requestHeader, digitalSign: '' }
    expect(isSigned({ ...sent, requestHeader: header }, 'requestHeader', proof)).toBe(false)
    for (const odd of [null, [], 'x', {}, { requestHeader: null }, { requestHeader: [] }])
      expect(isSigned(odd, 'requestHeader', proof)).toBe(false)
  })

  test('the legacy algorithm is SHA1withRSA without a key id, and is not accepted for the new one', () => {
    const sent = signed(message, 'requestHeader', { kid: null, key: own.privateKey })
    expect(sent.requestHeader).not.toHaveProperty('kid')
    const verify = createVerify('RSA-SHA1').update(canonicalForm(message))
    expect(verify.verify(own.publicKey, sent.requestHeader.digitalSign, 'base64')).toBe(true)
    expect(isSigned(sent, 'requestHeader', { kid: null, key: own.publicKey })).toBe(true)
    expect(isSigned(sent, 'requestHeader', proof)).toBe(false)
  })
})
