import { beforeAll, describe, expect, test } from 'vitest'
import { CARDS } from '#sandbox/cards.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startTestSandbox } from '#testing/harness/testSandbox.ts'

let page: string
const sandbox = startForFile(() => startTestSandbox({ SANDBOX_ISSUER_DOWN_MS: '20000' }))
beforeAll(async () => {
  const answer = await fetch(`${sandbox.url}/`)
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  page = await answer.text()
})

describe('/favicon.ico of the sandbox', () => {
  test('is its icon', async () => {
    const answer = await fetch(`${sandbox.url}/favicon.ico`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })
})

describe('the page at the root of the sandbox', () => {
  test('lists every test card with its number and what it does', () => {
    for (const { number, name, description } of CARDS) {
      expect(page).toContain(number.replaceAll(/(\d{4})(?=\d)/g, '$1 '))
      expect(page).toContain(`<strong>${name}</strong>`)
      expect(page).toContain(description)
    }
  })

  test('lists the amounts and delays that decide, and leads to the merchant', () => {
    for (const text of ['51,51', ',91', ',25', 'queda en proceso 20 s', '/sandbox/log'])
      expect(page).toContain(text)
    expect(page).toContain(`href="${sandbox.merchant.url}/"`)
  })

  test('has no inline script or style, and its files exist', async () => {
    expect(page).not.toMatch(/ style="|<style|<script(?![^>]* src=)|\son\w+="/)
    const files = [...page.matchAll(/(?:src|href)="(\/pasarela\/[^"]+)"/g)].map(([, path]) => path)
    expect(files.length).toBeGreaterThan(3)
    for (const path of [...files, '/pasarela/cardForm.js', '/pasarela/goBack.js'])
      expect((await fetch(sandbox.url + path)).status).toBe(200)
  })
})
