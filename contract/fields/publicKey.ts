import * as z from 'zod/mini'

const FORM = 'La clave pública son los 32 bytes de una clave Ed25519, en base64.'
const WEAK =
  'Esa clave pública no sirve: cualquiera podría firmar por ella. Generá otro par de claves.'

/**
 * The points of Curve25519 whose order divides 8, in hexadecimal without the bit of the sign, as libsodium lists
 * them: a verifier by RFC 8032 may take one signature by such a key for many messages.
 */
const SMALL_ORDER = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ...['ec', 'ed', 'ee'].map((first) => `${first}${'ff'.repeat(30)}7f`),
]
const pointOf = (key: string): string =>
  Array.from(atob(key), (byte, at) =>
    (byte.charCodeAt(0) & (at === 31 ? 0x7f : 0xff)).toString(16).padStart(2, '0'),
  ).join('')

/** The public key of a terminal: the 32 bytes of an Ed25519 key (RFC 8032) in base64, 44 characters. */
export const PublicKey = z.string(FORM).check(
  z.regex(/^[A-Za-z0-9+/]{43}=$/, { error: FORM, abort: true }),
  z.refine((key) => !SMALL_ORDER.includes(pointOf(key)), WEAK),
)
