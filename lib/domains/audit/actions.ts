/** The record of actions in the audit log: their groups and their labels. An action without one is shown by its name. */

interface ActionGroup {
  /** As in an address. */
  id: string
  label: string
  actions: Readonly<Record<string, string>>
}

/** In the past tense, as the best audit logs have it; the outcome beside it says whether it worked. */
export const ACTION_GROUPS: readonly ActionGroup[] = [
  {
    id: 'viewing',
    label: 'Viewing',
    actions: {
      list_users: 'Listed users',
      get_user: 'Read user',
      resolve_user: 'Looked up reference',
      list_deleted_users: 'Listed deleted users',
      search_directory: 'Searched users',
      find_people: 'Searched for a person',
      name_people: 'Viewed names of users',
      get_directory_user: 'Viewed user',
      get_directory_state: 'Checked age of user list',
      get_latest_user_info: 'Viewed demographics',
      list_user_providers: 'Viewed connections',
      search_directory_connections: 'Listed connections of all users',
      count_directory_sources: 'Counted connections by source',
      list_orders: 'Listed orders',
      find_order_ids: 'Searched order IDs',
      count_order_searches: 'Counted orders by filter',
      get_overview: 'Viewed overview',
      list_critical_orders: 'Viewed critical results',
      list_acknowledgements: 'Viewed acknowledgments',
      list_callbacks: 'Viewed callbacks',
      list_contacts: 'Viewed notes and contacts',
      get_caller_check: 'Viewed caller verification',
      list_colleagues: 'Listed colleagues',
      list_worklist: 'Viewed worklist',
      get_worklist_order: 'Viewed who works on order',
      list_bookings: 'Listed bookings',
      get_booking: 'Viewed booking',
      list_events: 'Listed events',
      count_events: 'Counted events',
      count_new_events: 'Counted new events',
      watch_events: 'Watched for new events',
      count_source_days: 'Counted events by day',
      count_coverage: 'Counted data types by source',
      list_connection_changes: 'Viewed changes of connections',
      get_event: 'Viewed event',
      read_event_body: 'Opened body of event',
      list_views: 'Listed saved views',
      count_views: 'Counted rows in saved views',
      list_markers: 'Listed markers',
      list_catalogue: 'Viewed catalog',
      get_stuck_limits: 'Viewed stuck-order limits',
      get_service_centers: 'Searched service centers',
      locate_zips: 'Located ZIP codes',
      reveal_patient_data: 'Revealed patient data',
      list_staff: 'Listed staff',
      list_imports: 'Viewed past imports',
      list_bulk_ops: 'Listed bulk operations',
      get_organization: 'Viewed organization',
      list_teams: 'Listed teams',
      get_team: 'Viewed team',
      list_team_api_keys: 'Listed API keys',
      list_management_keys: 'Listed management keys',
      list_team_webhooks: 'Viewed webhook endpoints of team',
      get_team_webhook_secret: 'Read webhook secret',
      get_workout_stream: 'Viewed workout',
      get_historical_pulls: 'Viewed history pulls',
      list_notices: 'Viewed notices',
      get_sign_in_rules: 'Viewed sign-in rules',
      get_system: 'Viewed system report',
      list_webhook_endpoints: 'Viewed webhook endpoints',
      list_webhook_deliveries: 'Listed webhook deliveries',
      count_webhook_deliveries: 'Counted webhook deliveries',
      get_webhook_delivery: 'Viewed webhook delivery',
      read_webhook_delivery_body: 'Opened body of webhook delivery',
      get_webhook_replay: 'Viewed replay of deliveries',
      list_audit: 'Viewed audit log',
      count_subject_views: 'Viewed access history',
      list_subject_changes: 'Viewed latest changes',
      list_setting_changes: 'Viewed changes of settings',
      review_viewers: 'Reviewed who viewed people',
    },
  },
  {
    id: 'data',
    label: 'Changing data',
    actions: {
      create_user: 'Created user',
      delete_user: 'Deleted user',
      undo_delete_user: 'Restored user',
      update_user: 'Changed profile',
      update_user_info: 'Changed demographics',
      refresh_directory: 'Refreshed user list',
      check_connections: 'Checked all connections again',
      check_operations: 'Checked operations of service',
      expunge_event_body: 'Removed body of event',
      send_wearables: 'Sent sample wearable data',
    },
  },
  {
    id: 'orders',
    label: 'Orders and bookings',
    actions: {
      acknowledge_critical_order: 'Acknowledged critical result',
      record_callback: 'Recorded callback',
      add_contact: 'Added note or contact',
      verify_caller: 'Checked caller',
      mark_worklist_order: 'Assigned or snoozed order',
      book_phlebotomy_appointment: 'Booked draw',
      set_booking_state: 'Set booking state',
      advance_order: 'Advanced sandbox order',
    },
  },
  {
    id: 'connections',
    label: 'Connections and links',
    actions: {
      deregister_provider: 'Disconnected source',
      create_link_token: 'Created link token',
      create_link_code: 'Created link code',
      create_portal_url: 'Created portal link',
      create_sign_in_token: 'Created sign-in token',
      show_secret: 'Revealed secret',
      copy_secret: 'Copied secret',
      print_hand_out: 'Printed patient card',
    },
  },
  {
    id: 'files',
    label: 'Import and export',
    actions: {
      bulk_import_connections: 'Imported connections',
      record_import: 'Reported state of import',
      export_orders: 'Exported orders',
      export_users: 'Exported users',
      export_contacts: 'Exported notes and contacts',
      export_visits: 'Exported visits to a calendar',
      export_connections: 'Exported connections',
      export_audit: 'Exported audit log',
      export_person_audit: 'Exported history of a person',
      report_action: 'Reported action',
    },
  },
  {
    id: 'access',
    label: 'Sign-in and access',
    actions: {
      sign_in: 'Signed in',
      sign_in_password_accepted: 'Password accepted, code pending',
      sign_in_identity_accepted: 'Single sign-on accepted, code pending',
      sign_in_failed: 'Sign-in failed',
      sign_in_limited: 'Too many sign-in attempts',
      wrong_service_keys: 'Too many wrong API keys',
      second_factor_failed: 'Wrong two-factor code',
      recovery_code_used: 'Signed in with recovery code',
      sign_out: 'Signed out',
      session_revoked: 'Ended session',
      owner_confirmed: 'Confirmed with password and code',
      password_changed: 'Changed own password',
      second_factor_enabled: 'Turned on two-factor authentication',
      second_factor_disabled: 'Turned off two-factor authentication',
      recovery_codes_replaced: 'Created recovery codes',
      identity_linked: 'Linked single sign-on identity',
      enter_production: 'Entered production',
      administrator_set_up: 'Set up first administrator',
      staff_invited: 'Invited staff member',
      invitation_accepted: 'Accepted invitation',
      staff_joined: 'Joined by single sign-on',
      staff_removal_requested: 'Requested removal of administrator',
      staff_removed: 'Removed staff member',
      staff_email_change_requested: 'Requested email change of administrator',
      staff_email_changed: 'Changed staff email',
      staff_renamed: 'Renamed staff member',
      staff_updated: 'Changed staff member',
      staff_disabled: 'Disabled staff member',
      staff_enabled: 'Enabled staff member',
      staff_access_reset: 'Reset access',
      staff_reset_requested: 'Requested access reset',
      staff_reset_declined: 'Declined access request',
      dismiss_notices: 'Dismissed notices',
    },
  },
  {
    id: 'settings',
    label: 'Settings',
    actions: {
      save_view: 'Saved view',
      change_view: 'Changed saved view',
      delete_view: 'Deleted saved view',
      restore_view: 'Restored saved view',
      set_own_view: 'Chose own default view',
      set_role_view: 'Chose default view for role',
      change_stuck_limits: 'Changed stuck-order limits',
      set_critical_start: 'Set start of critical results',
      sign_in_rule_changed: 'Changed two-factor requirement',
      save_catalogue_entries: 'Changed catalog',
      remove_catalogue_entry: 'Removed catalog entry',
      create_team: 'Created team',
      update_team: 'Renamed team',
      delete_team: 'Deleted team',
      create_team_api_key: 'Created API key',
      delete_team_api_key: 'Deleted API key',
      create_management_key: 'Created management key',
      delete_management_key: 'Deleted management key',
      create_team_webhook: 'Added webhook endpoint of team',
      update_team_webhook: 'Changed webhook endpoint of team',
      delete_team_webhook: 'Removed webhook endpoint of team',
      rotate_team_webhook_secret: 'Rotated webhook secret of team',
      create_webhook_endpoint: 'Added webhook endpoint',
      update_webhook_endpoint: 'Changed webhook endpoint',
      remove_webhook_endpoint: 'Removed webhook endpoint',
      rotate_webhook_secret: 'Rotated webhook secret',
      disable_webhook_endpoint: 'Disabled webhook endpoint',
      enable_webhook_endpoint: 'Enabled webhook endpoint',
      test_webhook_endpoint: 'Sent test event',
      expunge_webhook_delivery_body: 'Removed body of webhook delivery',
      replay_webhook_delivery: 'Replayed webhook delivery',
      start_webhook_replay: 'Replayed webhook deliveries',
      cancel_webhook_replay: 'Canceled replay of deliveries',
      database_backed_up: 'Made a backup',
      database_restored: 'Restored a backup',
      database_moved: 'Moved data to PostgreSQL',
    },
  },
]

/** A refused call is recorded under its endpoint's name, one that worked under its event's: people see one action. */
const REFUSED_AS: Readonly<Record<string, string>> = {
  invite_staff: 'staff_invited',
  update_staff: 'staff_updated',
  reset_staff_access: 'staff_access_reset',
  decline_staff_reset: 'staff_reset_declined',
  remove_staff: 'staff_removed',
  change_sign_in_rule: 'sign_in_rule_changed',
  change_staff_email: 'staff_email_changed',
}

const LABELS: ReadonlyMap<string, string> = new Map(ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions)))

export function actionLabel(action: string): string | null {
  return LABELS.get(REFUSED_AS[action] ?? action) ?? null
}

export function actionGroup(action: string): ActionGroup | null {
  const name = REFUSED_AS[action] ?? action
  return ACTION_GROUPS.find(({ actions }) => Object.hasOwn(actions, name)) ?? null
}

export function actionNames(action: string): string[] {
  const others = Object.entries(REFUSED_AS).filter(([, done]) => done === action)
  return [action, ...others.map(([name]) => name)]
}

/** Returns all names under which the log holds the actions of a group; none for a group that isn't known. */
export function groupActionNames(id: string): string[] {
  const group = ACTION_GROUPS.find((each) => each.id === id)
  return Object.keys(group?.actions ?? {}).flatMap(actionNames)
}
