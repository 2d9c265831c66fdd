import * as z from 'zod/mini'

const FORM = 'La clave pública son los 32 bytes de una clave Ed25519, en base64.'

/** The public key of a terminal: the 32 bytes of an Ed25519 key (RFC 8032) in base64, 44 characters. */
export const PublicKey = z.string(FORM).check(z.regex(/^[A-Za-z0-9+/]{43}=$/, FORM))
