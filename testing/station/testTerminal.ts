import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { newCode } from '#contract/fields/groupedCode.ts'
import { enrolTerminal } from '#contract/station/enrolTerminal.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { addTerminal } from '#db/stations/terminals.ts'
import type { Context } from '#server/context.ts'
import { accepted, createTestClient, fetchFrom, type Sign } from '#testing/harness/testClient.ts'

export type TerminalKey = ReturnType<typeof createTerminalKey>

/** A new key; `publicKey` are its 32 bytes in base64. */
export function createTerminalKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const keyid = createHash('sha256').update(raw).digest('base64url')
  return { privateKey, publicKey: raw.toString('base64'), keyid }
}

/** What a signature covers and says; a test alters what it is about. */
export interface Signed {
  key: TerminalKey
  targetUri: string
  body: string | Buffer
  nonce: string
  /** Seconds since 1970. */
  created: number
  method?: string
  components?: string[]
  /** In the place of created, keyid and nonce. */
  params?: string
}

/** The header fields of a signed request, by the text of RFC 9421 and RFC 9530. */
export function signatureHeaders({
  key,
  targetUri,
  body,
  nonce,
  created,
  method = 'POST',
  components = ['@method', '@target-uri', 'content-digest'],
  params = `;created=${created};keyid="${key.keyid}";nonce="${nonce}"`,
}: Signed): Record<string, string> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const values: Record<string, string> = {
    '@method': method,
    '@target-uri': targetUri,
    'content-digest': digest,
  }
  const covered = `(${components.map((name) => `"${name}"`).join(' ')})${params}`
  const lines = components.map((name) => `"${name}": ${values[name]}`)
  const base = [...lines, `"@signature-params": ${covered}`].join('\n')
  return {
    'content-digest': digest,
    'signature-input': `sig=${covered}`,
    signature: `sig=:${sign(null, Buffer.from(base), key.privateKey).toString('base64')}:`,
  }
}

/** The server of a terminal. */
interface Served {
  url: string
  context: Pick<Context, 'db' | 'now' | 'config'>
}

/** Signs as a terminal with that key, whose clock is the server's. */
export const signingWith =
  (
    key: TerminalKey,
    { config, now }: { config: Pick<Context['config'], 'publicUrl'>; now: () => Date },
  ): Sign =>
  ({ path, body, nonce }) =>
    signatureHeaders({
      key,
      targetUri: config.publicUrl + path,
      body,
      nonce,
      created: Math.floor(now().getTime() / 1000),
    })

/** A client that signs with that key. */
export const terminalWith = (key: TerminalKey, { url, context }: Served) =>
  createTestClient({ post: fetchFrom(url), now: context.now }, '', signingWith(key, context))

export async function addTestTerminal(
  { context: { db, now } }: { context: Pick<Context, 'db' | 'now'> },
  branchCode = 'E001',
  code = newCode(randomBytes(16)),
  id = uuidFrom(randomBytes(16)),
) {
  const codeHash = createHash('sha256').update(code).digest()
  const name = await addTerminal(db, { id, branchCode, codeHash, actorId: null, now: now() })
  return { id, code, name }
}

/** A terminal of a station that has enrolled, with its key. */
export async function enrolTestTerminal(server: Served, branchCode?: string) {
  const { id, code } = await addTestTerminal(server, branchCode)
  const key = createTerminalKey()
  const client = terminalWith(key, server)
  const { publicKey } = key
  accepted(await client.call(enrolTerminal, { enrolmentCode: code, publicKey }))
  return { ...client, id, key }
}
