import { join } from 'node:path'
import { build } from 'vite'
import { PHONE_MODE } from '#tools/build/serviceWorkerPlugin.ts'
import { addPolicy, phonePagePlugin } from '#tools/phone/phonePage.ts'
import type { PhoneSettings } from '#tools/phone/phoneSettings.ts'

/** Builds the app for the native shell into a folder, without the console. @throws with Vite's message */
export async function buildPhoneWebApp(folder: string, settings: PhoneSettings): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, '../../vite.config.ts'),
    mode: PHONE_MODE,
    logLevel: 'error',
    plugins: [phonePagePlugin(settings)],
    build: { outDir: folder, emptyOutDir: true },
  })
  await addPolicy(folder, settings)
}
