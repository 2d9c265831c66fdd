// Launcher of every npm script. Plain JavaScript, because the Node that runs it may be an old one:
// it installs the packages (with the pinned Node), builds the apps if they changed, and starts the
// program that the script names.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** A module that ends its process with the parent process. */
const WITH_PARENT = pathToFileURL(join(root, 'tools/endWithParent.mjs')).href
/** Every program of ours loads in less time with it. */
const RESOLVE_ONCE = pathToFileURL(join(root, 'db/core/registerResolveOnce.ts')).href
const [program, ...rest] = process.argv.slice(2)
/** The programs that serve or measure the built apps. */
const NEED_BUILD = [
  'tools/commands/startAll.ts',
  'tools/commands/runTests.ts',
  'tools/cluster/main.ts',
  'bench/main.ts',
]

/** Prints one line and exits with 1. */
function fail(line) {
  process.stderr.write(`surtidor: ${line}\n`)
  process.exit(1)
}

function digest(paths) {
  const hash = createHash('sha256')
  const add = (path, name) => {
    if (!statSync(path).isDirectory()) hash.update(name).update(readFileSync(path))
    else
      for (const inner of readdirSync(path).sort())
        add(join(path, inner), `${path.slice(root.length)}/${inner}`)
  }
  for (const path of paths.map((name) => join(root, name)).filter(existsSync)) add(path, '')
  return hash.digest('hex')
}

/** Runs `work` unless it has run for the same contents of `inputs` before. */
async function once(marker, inputs, work) {
  const file = join(root, marker)
  const current = digest(inputs)
  if (existsSync(file) && readFileSync(file, 'utf8') === current) return
  await work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, current)
}

/** The program that runs now: the installation, the build, or the command itself. */
let child = null

/** Runs a program to its end. @returns its exit code; 1 when a signal ended it */
function run(file, args, options) {
  return new Promise((resolve, reject) => {
    child = spawn(file, args, { cwd: root, ...options })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })
}

async function runStep(file, args, what) {
  const code = await run(file, args, { stdio: ['ignore', 'inherit', 'inherit'] }).catch(
    (error) => error.message,
  )
  if (code !== 0) fail(`${what} falló (${typeof code === 'number' ? `código ${code}` : code}).`)
}

async function install() {
  await once('node_modules/.installed', ['package-lock.json'], () => {
    const isFirst = !existsSync(join(root, 'node_modules'))
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const { arch, platform } = process
    const count = Object.values(packages).filter(
      ({ os = [platform], cpu = [arch] }) => os.includes(platform) && cpu.includes(arch),
    ).length
    process.stderr.write(
      isFirst
        ? `surtidor: la primera vez npm baja unos ${count} paquetes, con Node 24 y PostgreSQL: 1 GB en disco y uno a tres minutos…\n`
        : 'surtidor: actualizando dependencias…\n',
    )
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    // `npm ci` would first remove packages that run.
    const args = isFirst ? ['ci'] : ['install', '--no-save']
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
    return runStep(npm, [...args, ...quiet], `npm ${args[0]}`)
  })
}

/** The pinned Node of package.json; this Node where npm has none for the platform and it is 24 or newer. */
function pinnedNode() {
  const bin = join(root, 'node_modules', '.bin')
  const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
  process.env.PATH = `${bin}${delimiter}${process.env.PATH}`
  if (existsSync(node) && spawnSync(node, ['--version']).status === 0) return node
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    'hace falta Node 24 o posterior: npm no lo tiene para esta máquina, instalalo a mano.',
  )
}

async function build(node) {
  const sources = [
    'app',
    'console',
    'kit',
    'shared',
    'worker',
    'contract',
    'tools/build',
    'vite.config.ts',
    'package-lock.json',
  ]
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await once('dist/app.built', sources, () => {
    process.stderr.write('surtidor: compilando la app y la consola, medio minuto…\n')
    return runStep(
      node,
      ['--import', WITH_PARENT, vite, 'build', '--logLevel', 'warn'],
      'La compilación de la app y la consola',
    )
  })
  const writer = 'tools/build/openapiFile.ts'
  await once('dist/openapi.built', ['contract', 'db', 'server', 'package-lock.json', writer], () =>
    runStep(node, ['--import', WITH_PARENT, join(root, writer)], 'La descripción de la API'),
  )
}

// The child finishes the calls in flight before it exits, so the signal is forwarded and not acted on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (!child?.kill(signal)) process.exit(1)
  })
// A killed npm, or the shell between it and this process, passes no signal on. Without npm the parent
// may be a shell that ends by intention, as that of a command in the background.
if (process.env.npm_lifecycle_script?.includes(program)) await import(WITH_PARENT)

await install()
const node = pinnedNode()
if (NEED_BUILD.includes(program)) await build(node)
process.exit(
  await run(node, ['--import', RESOLVE_ONCE, join(root, program), ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  }),
)
