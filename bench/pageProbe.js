// Runs in the page before anything of its own, the same for every contestant.
const bench = { usable: 0, drawn: 0 }
globalThis.bench = bench

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) bench.drawn = entry.startTime
}).observe({ type: 'largest-contentful-paint', buffered: true })

const fetched = globalThis.fetch
globalThis.fetch = (address, options) => {
  const said = options?.body ?? ''
  if (address.endsWith('/login') && said.includes('ana@demo.surtidor.uy'))
    bench.usable ||= performance.now()
  // Both contestants ask for the same number of rows at once.
  const body = bench.rows ? said.replace(/"count":\d+/, `"count":${bench.rows}`) : said
  return fetched(address, { ...options, body })
}

/** Fills in the form and sends it as soon as it can be seen, as a person in a hurry would. */
bench.enterAtOnce = (password) => {
  const timer = setInterval(() => {
    const [email, secret, send] = ['[name=email]', '[name=password]', '[type=submit]'].map((name) =>
      document.querySelector(`form ${name}`),
    )
    if (!email || !secret || !send) return
    clearInterval(timer)
    email.value = 'ana@demo.surtidor.uy'
    secret.value = password
    send.click()
  }, 10)
}

/** Waits until something is so. */
bench.until = (isSo) =>
  new Promise((done) => {
    const timer = setInterval(() => {
      if (!isSo()) return
      clearInterval(timer)
      done()
    }, 50)
  })

/** The instant in which `count` rows are on the screen. */
bench.rowsDrawn = (selector, count) =>
  new Promise((done) => {
    const painted = () => setTimeout(() => done(performance.now()))
    const look = () =>
      requestAnimationFrame(document.querySelectorAll(selector).length >= count ? painted : look)
    look()
  })

/** The scripts that were asked for before an instant. */
bench.scriptsUntil = (instant) =>
  performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= instant)
    .map(({ name }) => new URL(name).pathname)
