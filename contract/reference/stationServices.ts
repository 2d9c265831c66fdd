/** Services of a station: code, icon name (Lucide), label, and the values that specify it. */
export const STATION_SERVICES = [
  {
    code: 'fuel',
    icon: 'fuel',
    text: 'Combustibles',
    values: ['super', 'premium', 'gasoil', 'gasoilEspecial', 'queroseno'],
  },
  { code: 'store', icon: 'shopping-basket', text: 'Tienda', values: ['Minimercado', 'Disa Shop'] },
  { code: 'wash', icon: 'droplets', text: 'Lavado', values: [] },
  { code: 'tyres', icon: 'circle-dot', text: 'Gomería', values: [] },
  { code: 'lubrication', icon: 'wrench', text: 'Lubricentro', values: [] },
  { code: 'gas', icon: 'flame', text: 'Gas', values: ['Super Gas'] },
  { code: 'parking', icon: 'square-parking', text: 'Estacionamiento', values: ['overnight'] },
  {
    code: 'collection',
    icon: 'receipt',
    text: 'Red de cobranza',
    values: ['Urupago', 'Red Pagos', 'Abitab'],
  },
  { code: 'cash', icon: 'banknote', text: 'Cajero automático', values: [] },
] as const

/** Products of a purchase: fuels in the order of the pumps, then other goods and services. */
export const PRODUCTS = [
  { code: 'super', text: 'Super', isFuel: true },
  { code: 'premium', text: 'Premium', isFuel: true },
  { code: 'gasoil', text: 'Gasoil', isFuel: true },
  { code: 'gasoilEspecial', text: 'Gasoil Especial', isFuel: true },
  { code: 'queroseno', text: 'Queroseno', isFuel: true },
  { code: 'store', text: 'Tienda', isFuel: false },
  { code: 'wash', text: 'Lavado', isFuel: false },
  { code: 'lubrication', text: 'Lubricentro', isFuel: false },
] as const

/** The label of a product; an unknown code is returned unchanged. */
export const productName = (code: string) =>
  PRODUCTS.find((product) => product.code === code)?.text ?? code
