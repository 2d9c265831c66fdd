import type { GuardedPage } from '#app/routeGuard.ts'

/** The title of a route with a session, which is drawn while the chunk of its screen loads. */
export const ROUTE_TITLES: Record<GuardedPage, string> = {
  '/main': 'Inicio',
  '/listLoyaltyMovements': 'Consumo',
  '/movements': 'Movimientos',
  '/payment': 'Pagar',
  '/readScann': 'Escanear y pagar',
  '/paymentScann': 'Escanear y pagar',
  '/listPayment': 'Mis pagos',
  '/listDrivers': 'Conductores',
  '/map': 'Estaciones',
  '/notification': 'Notificaciones',
  '/promotion': 'Promociones',
  '/editUser': 'Mis Datos',
  '/commnents': 'Comentarios',
  '/loyalty': 'Tu afiliación',
  '/listLoyalty': 'Afiliaciones',
  '/faqAuth': 'Preguntas frecuentes',
}
