import { createVerify, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalForm } from '#contract/geopay.ts'
import { isSigned, signed } from '#sandbox/signature.ts'

const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signer = { kid: 'k1', key: own.privateKey }
const verifier = { kid: 'k1', key: own.publicKey }
const message = {
  requestHeader: { netId: 'SURTIDOR', auditNumber: '1', digitalSign: '' },
  amount: 12_200,
  extra: [{ name: 'Ñandú', value: 'a b' }, null],
  nothing: null,
}

describe('canonicalForm', () => {
  test('sorts the fields, drops digitalSign, nulls, spaces and accents, and uses upper case', () => {
    expect(
      canonicalForm({ b: 1, a: { digitalSign: 'x', z: 'ñ o', y: null }, c: ['q', { d: true }] }),
    ).toBe('AZOB1CQDTRUE')
    expect(canonicalForm(message)).toBe(
      'AMOUNT12200EXTRANAMEANDVALUEABREQUESTHEADERAUDITNUMBER1NETIDSURTIDOR',
    )
  })
})

describe('isSigned', () => {
  test('accepts a signed message with unknown fields and refuses any change', () => {
    const sent = JSON.parse(
      JSON.stringify(signed(message, 'requestHeader', signer)),
    ) as typeof message
    expect(isSigned(sent, 'requestHeader', verifier)).toBe(true)
    expect(isSigned({ ...sent, added: 'later' }, 'requestHeader', verifier)).toBe(false)
    const { extra: _, ...withoutExtra } = sent
    expect(isSigned(withoutExtra, 'requestHeader', verifier)).toBe(false)
    expect(isSigned({ ...sent, amount: 12_201 }, 'requestHeader', verifier)).toBe(false)
  })

  test('refuses another key, another key id, a missing signature and a missing header', () => {
    const sent = signed(message, 'requestHeader', signer)
    expect(isSigned(sent, 'requestHeader', { kid: 'k1', key: other.publicKey })).toBe(false)
    expect(isSigned(sent, 'requestHeader', { kid: 'k2', key: own.publicKey })).toBe(false)
    const header = { ...sent.requestHeader, digitalSign: '' }
    expect(isSigned({ ...sent, requestHeader: header }, 'requestHeader', verifier)).toBe(false)
    for (const malformed of [null, [], 'x', {}, { requestHeader: null }, { requestHeader: [] }])
      expect(isSigned(malformed, 'requestHeader', verifier)).toBe(false)
  })

  test('uses SHA1withRSA without a key id for the legacy protocol, and refuses it otherwise', () => {
    const sent = signed(message, 'requestHeader', { kid: null, key: own.privateKey })
    expect(sent.requestHeader).not.toHaveProperty('kid')
    const verify = createVerify('RSA-SHA1').update(canonicalForm(message))
    expect(verify.verify(own.publicKey, sent.requestHeader.digitalSign, 'base64')).toBe(true)
    expect(isSigned(sent, 'requestHeader', { kid: null, key: own.publicKey })).toBe(true)
    expect(isSigned(sent, 'requestHeader', verifier)).toBe(false)
  })
})
