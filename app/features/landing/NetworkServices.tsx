import { STATION_SERVICES } from '#contract/reference/stationServices.ts'

/** The network: which services its stations have. The names are those of the map's filter. */
export function Network() {
  return (
    <section aria-labelledby="network" className="flex flex-col gap-5">
      <div>
        <h2
          id="network"
          className="text-[min(1.5rem,9.5vw)] font-bold tracking-tight text-balance lg:text-3xl"
        >
          Una sola red
        </h2>
        <p className="mt-2 max-w-152 text-pretty text-soft">
          Las mismas reglas y los mismos puntos en todas las estaciones adheridas. En el mapa
          filtrás por lo que precisás:
        </p>
      </div>
      <ul className="flex flex-wrap gap-2">
        {STATION_SERVICES.map(({ code, text }) => (
          <li
            key={code}
            className="rounded-full bg-brand-tint px-4 py-1.5 font-medium text-brand-text"
          >
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
