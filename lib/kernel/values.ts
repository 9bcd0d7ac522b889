/** Every value set of the spec ("Resources", "Other value sets"). Sets marked non-exhaustive there are open: see `openEnum`. */

export const ORDER_METHODS = ['testkit', 'walk_in_test', 'at_home_phlebotomy', 'on_site_collection'] as const

export const LOW_LEVEL_STATUSES = [
  'ordered',
  'requisition_created',
  'requisition_bypassed',
  'transit_customer',
  'out_for_delivery',
  'with_customer',
  'transit_lab',
  'delivered_to_lab',
  'completed',
  'failure_to_deliver_to_lab',
  'failure_to_deliver_to_customer',
  'problem_in_transit_lab',
  'problem_in_transit_customer',
  'sample_error',
  'appointment_scheduled',
  'appointment_cancelled',
  'appointment_pending',
  'draw_completed',
  'cancelled',
  'lost',
  'do_not_process',
  'partial_results',
  'awaiting_registration',
  'registered',
  'redraw_available',
  'corrected',
  'lab_processing_blocked',
] as const

/** Gap "high-level order statuses": the six the embedded service sends. */
export const HIGH_LEVEL_STATUSES = [
  'received',
  'collecting_sample',
  'sample_with_lab',
  'completed',
  'cancelled',
  'failed',
] as const

export const ORDER_KEYS = ['created_at', 'patient_name', 'last_status'] as const
export const ORDER_DIRECTIONS = ['asc', 'desc'] as const
export const INTERPRETATIONS = ['normal', 'abnormal', 'critical'] as const
/** The filter has one value more than the field: `unknown` finds orders without an interpretation. */
export const INTERPRETATION_FILTERS = [...INTERPRETATIONS, 'unknown'] as const
export const ACTIVATION_TYPES = ['current', 'scheduled'] as const
export const TRANSACTION_STATUSES = ['active', 'completed', 'cancelled'] as const
export const ORDER_ORIGINS = ['initial', 'redraw', 'recreation'] as const

/** Why a sample failed, as published clients know it (gap "status_detail"). */
export const STATUS_DETAILS = [
  'fulfillment_error',
  'date_of_collection_unspecified',
  'demographic_information_unspecified',
  'demographic_information_mismatch',
  'sample_quantity_not_sufficient',
  'sample_contaminated',
  'sample_stability_exceeded',
  'sample_hemolyzed',
  'sample_improper_collection',
] as const

export const RACES = [
  'african_american_or_black',
  'asian',
  'indigenous_native_american_alaska_native',
  'other',
  'pacific_islander_or_hawaiian',
  'white_caucasian',
] as const
export const ETHNICITIES = ['hispanic', 'non_hispanic', 'ashkenazi_jewish', 'other'] as const
export const SEXUAL_ORIENTATIONS = [
  'lesbian_gay_or_homosexual',
  'heterosexual_or_straight',
  'bisexual',
  'dont_know',
  'other',
] as const
export const GENDER_IDENTITIES = [
  'male',
  'female',
  'female_to_male_ftm_transgender_male_trans_man',
  'male_to_female_mtf_transgender_female_trans_woman',
  'genderqueer',
  'other',
] as const
/** Gap "gender": a free string, offered as these. */
export const GENDERS = ['female', 'male', 'other', 'unknown'] as const

export const APPOINTMENT_TYPES = ['phlebotomy', 'patient_service_center'] as const
export const APPOINTMENT_STATUSES = [
  'confirmed',
  'pending',
  'reserved',
  'in_progress',
  'completed',
  'cancelled',
] as const
export const APPOINTMENT_EVENT_STATUSES = [
  'pending',
  'reserved',
  'scheduled',
  'completed',
  'cancelled',
  'in_progress',
] as const

export const CONNECTION_STATUSES = ['connected', 'error'] as const
export const CONNECTION_ERROR_TYPES = [
  'token_refresh_failed',
  'webhook_registration_failed',
  'user_not_found',
  'deregistered_per_provider',
  'required_scopes_not_granted',
  'provider_credential_error',
  'provider_password_expired',
  'unknown',
] as const
export const RESOURCE_STATUSES = ['available', 'unavailable'] as const

export const MARKER_TYPES = ['biomarker', 'panel'] as const
export const PORTAL_CONTEXTS = ['launch', 'communications'] as const
export const PSC_RADII = ['10', '20', '25', '50', '100'] as const
export const PSC_CAPABILITIES = [
  'stat',
  'appointment_scheduling_via_service',
  'appointment_scheduling_with_lab',
] as const

/** Version of this build, as `package.json` has it; a test compares the two. */
export const VERSION = '0.1.0'
