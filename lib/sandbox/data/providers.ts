/** The 39 data sources (spec, "Provider slug enumerations"): all invented, `manual` among them. */
import { KNOWN_PROVIDERS, type KnownProvider } from '#lib/domains/connections/providers.ts'
import { type Profile, RESOURCES, type ResourceScopes, resourcesOf } from './resources.ts'

export interface Provider extends KnownProvider {
  logo: string
  /** Resources and the scopes that each needs; a source without OAuth has none. */
  resources: Readonly<Record<string, ResourceScopes>>
}

/** Resources of each source. */
const PROFILE: Readonly<Record<string, Profile>> = {
  ostrel_glucose: 'glucose',
  korrin_ring: 'ring',
  pulsewren: 'watch',
  dormel_band: 'band',
  hollin_watch: 'watch',
  norvane_watch: 'watch',
  sundrel_move: 'band',
  vantrel_cycle: 'training',
  brisby_run: 'training',
  ferrow_ride: 'training',
  orrelwood_heart: 'heart',
  caddis_glucose: 'glucose',
  tessaly_sleep: 'sleep',
  quillon_scale: 'scale',
  plumeria_meals: 'food',
  marrowfit: 'band',
  garrick_trainer: 'training',
  dunmore_gym: 'training',
  eskar_bike: 'training',
  thornby_row: 'training',
  saltern_swim: 'training',
  tivra_studio: 'training',
  kettlo_kitchen: 'food',
  wexcombe_sleep: 'sleep',
  mossgate_scale: 'scale',
  brightspool_cycle: 'cycle',
  pellworth_glucose: 'glucose',
  lindale_pressure: 'heart',
  phone_health_store: 'everything',
  wrist_health_hub: 'everything',
  halden_cuff: 'heart',
  ibexa_oximeter: 'vitals',
  rowanby_thermometer: 'vitals',
  cresta_meter: 'glucose',
  stillmere_meter: 'glucose',
  dovetree_scale: 'scale',
  pinnock_pen: 'glucose',
  larkfold_ecg: 'heart',
  manual: 'manual',
}

/** A host that never answers: the console must do without the picture. */
function provider(known: KnownProvider): Provider {
  const { slug, kind } = known
  const profile = PROFILE[slug]
  if (!profile) throw new Error(`nothing says what ${slug} can send`)
  return {
    ...known,
    logo: `https://logos.sources.example/${slug}.svg`,
    resources: resourcesOf(profile, kind === 'cloud_oauth' ? RESOURCES : null),
  }
}

export const PROVIDERS: readonly Provider[] = KNOWN_PROVIDERS.map(provider)

export const CLOUD_OAUTH_PROVIDERS: readonly Provider[] = PROVIDERS.filter(({ kind }) => kind === 'cloud_oauth')
