import { join } from 'node:path'
import { WEB_FOLDER, writePhoneProject } from '#tools/phone/phoneProject.ts'
import { readPhoneSettings } from '#tools/phone/phoneSettings.ts'
import { buildPhoneWebApp } from '#tools/phone/webApp.ts'

const PROJECT = join(import.meta.dirname, '../../dist/phone')

/**
 * `npm run phone`: builds the web app for the phone and writes the project `dist/phone` around it,
 * which Gradle and Xcode build on any machine. It needs neither a network nor a tool of the vendors.
 */
async function main(): Promise<void> {
  const settings = readPhoneSettings(process.env)
  await buildPhoneWebApp(join(PROJECT, WEB_FOLDER), settings)
  await writePhoneProject(PROJECT, settings)
  process.stdout.write('surtidor: dist/phone está listo para Gradle y Xcode: docs/phone.md.\n')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message.replaceAll(/^/gm, 'surtidor: ')}\n`)
  process.exit(1)
}
