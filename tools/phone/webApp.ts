import { join } from 'node:path'
import { build, loadConfigFromFile, type Plugin, type PluginOption } from 'vite'
import { addPolicy, phonePagePlugin } from '#tools/phone/phonePage.ts'
import type { PhoneSettings } from '#tools/phone/phoneSettings.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Plugins of the web build whose work a phone does not use: its files are on the device. */
const WEB_ONLY = /^surtidor:precompress$|^surtidor:service-worker$/

/** Builds the app for the native shell into a folder. @throws with Vite's message */
export async function buildPhoneWebApp(folder: string, settings: PhoneSettings): Promise<void> {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(ROOT, 'vite.config.ts'),
  )
  if (!loaded) throw new Error('vite.config.ts was not found')
  // The console and its build are not part of the phone's app.
  const { builder: _, environments: __, plugins = [], ...config } = loaded.config
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [
      ...(await flat(plugins)).filter(({ name }) => !WEB_ONLY.test(name)),
      phonePagePlugin(settings),
    ],
    build: { ...config.build, outDir: folder, emptyOutDir: true },
  })
  await addPolicy(folder, settings)
}

async function flat(option: PluginOption): Promise<Plugin[]> {
  const given = await option
  if (Array.isArray(given)) return (await Promise.all(given.map(flat))).flat()
  return given ? [given] : []
}
