/**
 * The source modules of Leaflet, which are imported one by one: its built file brings every control
 * and layer, a quarter of the size. The declarations are those of the whole.
 */
declare module 'leaflet/src/*' {
  export * from 'leaflet'
}
