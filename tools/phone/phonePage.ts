import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { PhoneSettings } from '#tools/phone/phoneSettings.ts'

/** Makes the page start with `app/nativeMain.ts`, and gives it the addresses of the server and of the app. */
export function phonePagePlugin({ server, scheme }: PhoneSettings): Plugin {
  return {
    name: 'surtidor:phone-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        replaceEach(
          replaceEach(html, '/app/main.tsx', '/app/nativeMain.ts'),
          '<html lang="es-UY">',
          `<html lang="es-UY" data-server="${server.origin}" data-scheme="${scheme}">`,
        ).replace(/\n.*<link rel="manifest".*/, ''),
    },
  }
}

/**
 * Adds the Content-Security-Policy to the built page: in the shell no server sends it. The inline
 * script that the shell inserts stands at the beginning of the head, before the policy.
 */
export async function addPolicy(folder: string, settings: PhoneSettings): Promise<void> {
  const file = join(folder, 'index.html')
  const hashes = join(folder, 'csp.json')
  const inline = JSON.parse(await readFile(hashes, 'utf8')) as { script: string[]; style: string[] }
  const charset = '<meta charset="utf-8" />'
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(settings, inline)}" />`
  const html = await readFile(file, 'utf8')
  await writeFile(file, replaceEach(html, charset, `${charset}\n    ${policy}`))
  await rm(hashes)
}

/** The server's policy (server/http/securityHeaders.ts) for a page of another origin, which submits no form. */
const policyOf = (
  { server, tiles }: PhoneSettings,
  inline: { script: string[]; style: string[] },
): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inline.script].join(' '),
    ["style-src 'self'", ...inline.style].join(' '),
    ["img-src 'self' data:", ...(tiles ? [tiles] : [])].join(' '),
    "font-src 'self'",
    `connect-src 'self' ${server.origin}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify default surtidor-scanner',
  ].join(';')

/** @throws when the page does not contain the text */
function replaceEach(content: string, wanted: string, replacement: string): string {
  if (!content.includes(wanted)) throw new Error(`the page does not contain: ${wanted}`)
  return content.replaceAll(wanted, () => replacement)
}
