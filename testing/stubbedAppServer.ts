import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { ROLES } from '#contract/pageAccess.ts'
import { PETROBRAS, UBER, USER } from '#contract/roles.ts'
import { builtApp } from '#tools/build/builtApp.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
/** Who may log in at the shell's server: the word before the @ of their e-mail. */
const people = { ana: ROLES[USER], carla: ROLES[UBER], diego: ROLES[PETROBRAS] }
export type Person = keyof typeof people

/** Serves the built app under the policy that its hashes are for, and answers what its first steps call. */
export async function startStubbedApp() {
  const folder = builtApp()
  const { script, style } = JSON.parse(await readFile(join(folder, 'csp.json'), 'utf8')) as Record<
    string,
    string[]
  >
  const policy = `default-src 'none'; script-src 'self' ${script?.join(' ')}; style-src 'self' ${style?.join(' ')}; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'`
  let logins = 0
  let over = new Set<string>()
  let scripts = Promise.resolve()
  let letScriptsIn = () => undefined as void

  function answerTo(
    service: string,
    header: { userSessionToken: string },
    body: { user?: string; password?: string },
  ) {
    const name = (header.userSessionToken || (body.user ?? '')).split(/[@-]/)[0] ?? ''
    const role = people[name as keyof typeof people]
    const user = {
      email: `${name}@demo.surtidor.uy`,
      firstName: name,
      firstSurname: 'Pérez',
      documentNumber: '',
      birthdate: '',
      sex: 'X',
      mobile: '',
      address: '',
    }
    if (service === 'login' && body.password !== 'demo-surtidor') return ['05', {}]
    if (service === 'login')
      return ['00', { user: { ...user, userSessionToken: `${name}-${++logins}` }, loyalties: [] }]
    if (over.has(header.userSessionToken)) return ['88', {}]
    if (service === 'roles') return ['00', { list: [role] }]
    if (service === 'logout') over.add(header.userSessionToken)
    return service === 'logout' ? ['00', {}] : ['05', {}]
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', 'http://any').pathname
    if (request.method === 'POST') {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const { requestHeader, ...body } = JSON.parse(Buffer.concat(parts).toString())
      const [responseCode, fields] = answerTo(path.split('/').at(-1) ?? '', requestHeader, body)
      const responseHeader = {
        responseCode,
        responseDescription: 'No se puede.',
        rrn: '000000000001',
        updatedData: null,
      }
      return response.end(JSON.stringify({ responseHeader, ...(fields as object) }))
    }
    const file = path === '/' ? '/index.html' : path
    if (file.endsWith('.js')) await scripts
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/json')
    response.setHeader('Content-Security-Policy', policy)
    return response.end(await readFile(join(folder, file)))
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    home: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** How many logins there were: no token comes twice. */
    logins: () => logins,
    /** How many sessions are over, and a way to end the last one of somebody. */
    ended: () => over.size,
    endLast: (name: Person) => void over.add(`${name}-${logins}`),
    /** Holds the scripts back until they are let in. */
    holdScripts() {
      scripts = new Promise((go) => {
        letScriptsIn = go
      })
    },
    letScriptsIn: () => letScriptsIn(),
    /** As at first, but for the count of logins. */
    startAnew() {
      over = new Set()
      scripts = Promise.resolve()
      letScriptsIn = () => undefined
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
