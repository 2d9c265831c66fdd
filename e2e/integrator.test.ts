import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DESKTOP } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()

describe('a client written from the specification', () => {
  test('calls each of the 28 services and gets 00, also with null, empty and absent fields', () => {
    const client = join(import.meta.dirname, 'integrator.mjs')
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [client, stack.app, stack.sandbox],
      { encoding: 'utf8', timeout: 200_000 },
    )
    const done = stdout.match(/^✓ \w+ \w+\/process\/\w+ 00$/gm) ?? []
    expect(done, stdout + stderr).toHaveLength(4 * 28)
    expect(status, stdout + stderr).toBe(0)
  })
})

/** Words of Swagger UI in English, as whole texts or attributes. */
const ENGLISH =
  /^(Servers|Authorize|Schemas|Parameters|No parameters|Request body|Responses|Server response|Code|Description|Details|Links|No links|Media type|Example Value|Schema|Edit Value|Try it out|Cancel|Execute|Clear|Request URL|Response body|Response headers|Download|Skip to operations|(Expand|Collapse) operation|Copy .*|Switch to .*)$/

describe('the page of the calls', () => {
  test('sends a call, and its words are Spanish before and after', async () => {
    const { page } = await stack.open('docs/', { viewport: DESKTOP })
    await page.locator('#operations-user-login .opblock-summary-control').click()
    await page.getByRole('button', { name: 'Ejecutar' }).click()
    await page.getByText('Cuerpo de la respuesta').waitFor()
    await expect
      .poll(() => page.locator('.live-responses-table').innerText())
      .toContain('"AUTORIZADO"')
    const texts = await page.evaluate(() => {
      const found: string[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) found.push(walker.currentNode.nodeValue ?? '')
      for (const element of document.querySelectorAll('[title], [aria-label]'))
        found.push(element.getAttribute('title') ?? '', element.getAttribute('aria-label') ?? '')
      return found.map((text) => text.trim())
    })
    expect(texts.filter((text) => ENGLISH.test(text))).toEqual([])
  })
})

describe('the root of the gateway’s sandbox', () => {
  test('copies the number of a test card, and leads to the app', async () => {
    const { page, context } = await stack.open('')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(stack.sandbox)
    await page.getByRole('button', { name: 'Copiar Débito' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('9999 0100 0001 0002')
    await page.getByRole('link', { name: 'Ir al comercio' }).click()
    await page.getByLabel('Correo electrónico').waitFor()
  })
})
