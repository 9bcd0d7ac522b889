/** Other words that people look for pages by, by the section of the page (pages.ts). */
export const PAGE_KEYWORDS: Readonly<Record<string, string>> = {
  '': 'home dashboard critical exceptions funnel trend stuck morning worklist',
  orders: 'tests kits labs results shipments tracking parcels lost late find',
  users: 'people patients members directory find',
  appointments: 'bookings visits draws agenda calendar',
  'service-centers': 'psc draw sites labs nearby zip map walk-in',
  markers: 'lab tests biomarkers panels loinc prices compare',
  connections:
    'sources providers devices watches wearables chart broken failing revoked disconnected sign-in reconnect state',
  'connections/import': 'import connections upload csv tokens migrate',
  events: 'webhooks messages inbox data arrived received samples summaries live duplicates',
  activity: 'activity history who did what views export',
  settings: 'password two-factor second factor sessions profile',
  'settings/staff': 'invite people colleagues',
  'settings/roles': 'rights permissions',
  'settings/environments': 'production sandbox',
  'settings/stuck-orders': 'limits days late overdue stuck',
  'settings/webhooks': 'endpoints deliveries replay signing secret retries sender',
  'settings/catalogue': 'labs lab tests lab accounts names ids',
}
