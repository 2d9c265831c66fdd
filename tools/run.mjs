// Launcher of every npm script. Plain JavaScript, because the Node that runs it may be an old one:
// it installs the packages (with the pinned Node), builds the apps if they changed, and starts the
// program of the command.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command, ...rest] = process.argv.slice(2)
const programs = {
  start: 'tools/commands/startAll.ts',
  dev: 'tools/commands/dev.ts',
  test: 'tools/commands/runTests.ts',
  check: 'tools/commands/check.ts',
  seed: 'db/seed.ts',
  verify: 'tools/commands/verify.ts',
  role: 'tools/commands/setRole.ts',
  faults: 'tools/faultInjection/main.ts',
  soak: 'tools/soak/main.ts',
  fuzz: 'tools/fuzz/main.ts',
  bench: 'bench/main.ts',
  screenshots: 'tools/commands/screenshots.ts',
}

/** Prints one line and exits with 1. */
function fail(line) {
  process.stderr.write(`surtidor: ${line}\n`)
  process.exit(1)
}

function digest(paths) {
  const hash = createHash('sha256')
  const walk = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const inner = join(path, entry.name)
      if (entry.isDirectory()) walk(inner)
      else hash.update(inner.slice(root.length)).update(readFileSync(inner))
    }
  }
  for (const path of paths.map((name) => join(root, name)).filter(existsSync)) {
    if (path.endsWith('.json') || path.endsWith('.ts') || path.endsWith('.html'))
      hash.update(readFileSync(path))
    else walk(path)
  }
  return hash.digest('hex')
}

/** Runs `work` unless it has run for the same contents of `inputs` before. */
function once(marker, inputs, work) {
  const file = join(root, marker)
  const current = digest(inputs)
  if (existsSync(file) && readFileSync(file, 'utf8') === current) return
  work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, current)
}

function run(file, args, what) {
  const result = spawnSync(file, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: process.env,
  })
  if (result.status !== 0)
    fail(`${what} falló (${result.error?.message ?? `código ${result.status}`}).`)
}

function install() {
  once('node_modules/.installed', ['package-lock.json'], () => {
    process.stderr.write('surtidor: instalando dependencias…\n')
    // `npm ci` fails where the registry lacks the optional package of another platform.
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    run(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], 'npm install')
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

const program = programs[command]
if (!program) fail(`«${command}» no es un comando; probá con ${Object.keys(programs).join(', ')}.`)
install()
const node = pinnedNode()
if (command === 'start' || command === 'test' || command === 'bench') {
  const settings = 'vite.config.ts'
  const plugins = readFileSync(join(root, settings), 'utf8').matchAll(/from '#(tools\/[^']+)'/g)
  const sources = [
    'app',
    'console',
    'kit',
    'contract',
    'package-lock.json',
    settings,
    ...Array.from(plugins, ([, file]) => file),
  ]
  once('dist/app.built', sources, () =>
    run(
      node,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
      'La compilación de la app y la consola',
    ),
  )
}

const child = spawn(node, [join(root, program), ...rest], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// The child finishes the calls in flight before it exits, so the signal is forwarded and not acted on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
