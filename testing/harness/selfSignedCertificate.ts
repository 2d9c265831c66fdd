import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed X.509 certificate (RFC 5280) for `localhost` and 127.0.0.1, valid for a day. */
export interface Certificate {
  /** Private key and certificate in PEM. */
  key: string
  cert: string
}

/** Node makes keys but no certificates, and a test needs nothing else of a certificate authority. */
export function createSelfSignedCertificate(now: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const serial = randomBytes(8)
  // A process that trusts two authorities of one name finds the first one only.
  const commonName = der(0x0c, Buffer.from(serial.toString('hex')))
  const name = sequence(der(0x31, sequence(oid('550403'), commonName)))
  const alternativeNames = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), serial])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(now, -1), utcTime(now, 1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, alternativeNames)))),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(
    body,
    ecdsaWithSha256,
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  )
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** A DER element (X.690). */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts))
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
/** As 261122093000Z. */
const utcTime = (now: Date, days: number) => {
  const at = new Date(now.getTime() + days * 86_400_000).toISOString()
  return der(0x17, Buffer.from(at.replaceAll(/[-:T]|\.\d+/g, '').slice(2)))
}
