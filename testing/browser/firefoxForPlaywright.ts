#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ws as Client, wsServer as Server, type Socket } from 'playwright-core/lib/utilsBundle'
import { firefox } from '#testing/browser/installedBrowser.ts'

/**
 * The program that Playwright starts as Firefox. It starts the real one with the same arguments and
 * answers, in its place, the WebDriver BiDi command that Firefox ESR does not know and without which
 * Playwright opens no page. It also names the downloads that Firefox does not name.
 */

const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride'
/** The line by which Firefox says where it listens, which Playwright waits for. */
const LISTENING = /WebDriver BiDi listening on (ws:\/\/.*)$/

const browser = spawn(firefox(), process.argv.slice(2), { stdio: ['inherit', 'inherit', 'pipe'] })
browser.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => browser.kill(signal))
process.once('exit', () => browser.kill('SIGKILL'))

createInterface(browser.stderr).on('line', (line) => {
  const address = LISTENING.exec(line)?.[1]
  if (!address) {
    process.stderr.write(`${line}\n`)
    return
  }
  const server = new Server({ host: '127.0.0.1', port: 0 })
  server.once('listening', () => {
    const { port } = server.address()
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`)
  })
  server.on('connection', (playwright, { url }) => {
    const real = new Client(`${address}${url}`)
    forward(playwright, real)
  })
})

function forward(playwright: Socket, real: Socket): void {
  const waiting: string[] = []
  real.on('open', () => {
    for (const message of waiting.splice(0)) real.send(message)
  })
  playwright.on('message', (data) => {
    const text = String(data)
    const { id, method } = JSON.parse(text) as { id: number; method: string }
    if (method === UNKNOWN_COMMAND)
      playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (real.readyState === Client.OPEN) real.send(text)
    else waiting.push(text)
  })
  real.on('message', (data) => playwright.send(withDownloadName(String(data))))
  playwright.on('close', () => real.close())
  real.on('close', () => playwright.close())
  for (const socket of [playwright, real]) socket.on('error', () => browser.kill())
}

/**
 * Firefox ESR names a download by its navigation, and the address of a file made in the page has none.
 * Playwright ignores a download without a name: the address is one.
 */
function withDownloadName(message: string): string {
  if (!/"method":"browsingContext\.download(?:WillBegin|End)"/.test(message)) return message
  const event = JSON.parse(message) as { params: { url: string } }
  return JSON.stringify({ ...event, params: { download: event.params.url, ...event.params } })
}
