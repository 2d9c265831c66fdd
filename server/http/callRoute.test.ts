import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { roles } from '#contract/user/roles.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))

/** Posts a call; `fetch` would decompress the answer. */
const post = (call: string, encodings: string) =>
  new Promise<{ encoding: string | undefined; body: Buffer }>((done, failed) => {
    const headers = { 'content-type': 'text/plain', 'accept-encoding': encodings }
    const sent = request(
      `${server.url}/api/${call}`,
      { method: 'POST', headers },
      async (answer) => {
        const body = Buffer.concat(await answer.toArray())
        done({ encoding: answer.headers['content-encoding'], body })
      },
    )
    sent.once('error', failed)
    sent.end(JSON.stringify({ requestHeader: headerOf(ana.token, server.context.now()) }))
  })
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

  test('forbids caches to store the answer', async () => {
    expect((await ana.call(roles, {})).headers.get('cache-control')).toBe('no-store')
  })
})
