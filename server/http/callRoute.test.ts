import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startForFile } from '#testing/harness/startForTests.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { sendRaw } from '#testing/http/rawRequest.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))

const post = async (call: string, encodings: string) => {
  const { headers, bytes } = await sendRaw(`${server.url}/api/${call}`, {
    headers: { 'content-type': 'text/plain', 'accept-encoding': encodings },
    body: JSON.stringify({ requestHeader: headerOf(ana.token, server.context.now()) }),
  })
  return { encoding: headers['content-encoding'], body: bytes }
}
const branchesOf = (body: Buffer) =>
  (JSON.parse(body.toString()) as { branches: object[] }).branches

describe('the route of a call', () => {
  test('compresses a long answer for a client that accepts gzip', async () => {
    const plain = await post('info/process/branches', 'identity')
    const compressed = await post('info/process/branches', 'gzip, deflate, br')
    expect([plain.encoding, compressed.encoding]).toEqual([undefined, 'gzip'])
    expect(branchesOf(gunzipSync(compressed.body))).toEqual(branchesOf(plain.body))
    expect(compressed.body.length).toBeLessThan(plain.body.length / 4)
  })

  test('does not compress a short answer', async () => {
    expect((await post('user/process/roles', 'gzip')).encoding).toBeUndefined()
  })
})
