/** The hint of the choice of a station, also before the choice is loaded. */
export const STATION_HINT = 'Escribí parte del nombre o de la dirección.'
