import { spawnSync } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nativeSettings } from '#tools/phone/nativeSettings.ts'
import { readPhoneSettings } from '#tools/phone/phoneSettings.ts'
import { buildPhoneWebApp } from '#tools/phone/webApp.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * `npm run phone`: builds the web app for the phone and puts it, the plugins and the settings into
 * the projects `android/` and `ios/`, which Gradle and Xcode build from then on. It needs neither a
 * network nor a tool of the vendors.
 */
async function main(): Promise<void> {
  const settings = readPhoneSettings(process.env)
  await buildPhoneWebApp(join(ROOT, 'dist/phone'), settings)
  for (const [file, text] of Object.entries(nativeSettings(settings)))
    await writeFile(join(ROOT, file), text)
  if (settings.googleServices)
    await copyFile(settings.googleServices, join(ROOT, 'android/app/google-services.json'))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/@capacitor/cli/bin/capacitor'), 'sync'],
    // CI: no question, no telemetry.
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, CI: '1' } },
  )
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`.trim())
  process.stdout.write(
    'surtidor: android/ e ios/ están listos para Gradle y Xcode: docs/phone.md.\n',
  )
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message.replaceAll(/^/gm, 'surtidor: ')}\n`)
  process.exit(1)
}
