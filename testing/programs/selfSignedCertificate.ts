import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { openssl } from '#testing/programs/installedProgram.ts'

/** A self-signed X.509 certificate (RFC 5280) for `localhost` and 127.0.0.1, valid for a day. */
export interface Certificate {
  /** Private key and certificate in PEM. */
  key: string
  cert: string
}

export function createSelfSignedCertificate(): Certificate {
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -keyout -'
  // A process that trusts two authorities of one name finds the first one only.
  const names = `-subj /CN=${randomUUID()} -addext subjectAltName=DNS:localhost,IP:127.0.0.1`
  const pem = execFileSync(openssl(), `${made} ${names}`.split(' '), { stdio: 'pipe' }).toString()
  const end = pem.indexOf('-----BEGIN CERTIFICATE')
  return { key: pem.slice(0, end), cert: pem.slice(end) }
}
