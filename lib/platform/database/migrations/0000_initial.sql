CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE SCHEMA "auth";
--> statement-breakpoint
CREATE SCHEMA "console";
--> statement-breakpoint
CREATE SCHEMA "service";
--> statement-breakpoint
CREATE TABLE "service"."appointments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"confirm_at" timestamp (3) with time zone,
	"give_up_at" timestamp (3) with time zone NOT NULL,
	"body" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."connections" (
	"user_id" uuid NOT NULL,
	"slug" text collate "C" NOT NULL,
	"created_on" timestamp (3) with time zone NOT NULL,
	"body" json NOT NULL,
	"sealed" text,
	"history_at" timestamp (3) with time zone,
	CONSTRAINT "connections_user_id_slug_pk" PRIMARY KEY("user_id","slug")
);
--> statement-breakpoint
CREATE TABLE "service"."credentials" (
	"hash" text PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"grant" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."import_batches" (
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_ids" json NOT NULL,
	"sealed" text,
	"failed" json,
	CONSTRAINT "import_batches_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "service"."imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "service"."orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"order_transaction_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"method" text collate "C" NOT NULL,
	"last_status" text collate "C" NOT NULL,
	"interpretation" text collate "C" NOT NULL,
	"activation_type" text NOT NULL,
	"patient_name" text NOT NULL,
	"patient_key" text collate "C" NOT NULL,
	"recipient_key" text collate "C" NOT NULL,
	"search_key" text collate "C" NOT NULL,
	"body" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."team_totals" (
	"team_id" uuid PRIMARY KEY NOT NULL,
	"users" bigint DEFAULT 0 NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"client_user_id" text,
	"created_on" timestamp (3) with time zone NOT NULL,
	"fallback_birth_date" json,
	"fallback_time_zone" json,
	"ingestion_start" date,
	"ingestion_end" date,
	"info" json
);
--> statement-breakpoint
CREATE TABLE "service"."webhook_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ms" integer NOT NULL,
	"status" integer,
	"failure" text,
	"response_type" text,
	"response" text,
	"is_cut" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"lane" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone,
	"last_ms" integer,
	"last_status" integer,
	"last_failure" text
);
--> statement-breakpoint
CREATE TABLE "service"."webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"event_types" json,
	"sealed" text,
	"previous_sealed" text,
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."webhook_messages" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service"."webhook_messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text collate "C" NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"client_user_id" text,
	"order_id" uuid,
	"event_type" text collate "C" NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"data" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service"."webhook_replays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"filters" json NOT NULL,
	"last_id" bigint NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "console"."audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"actor_email" text,
	"role" text,
	"environment" text,
	"action" text NOT NULL,
	"subjects" text[] NOT NULL,
	"listed" boolean DEFAULT false NOT NULL,
	"masked" boolean DEFAULT false NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"request_id" text NOT NULL,
	"duration" integer NOT NULL,
	"calls" integer,
	"network" text,
	"actor_name" text,
	"user_count" integer,
	"details" jsonb,
	"completes" bigint,
	"hash" "bytea" DEFAULT ''::bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."audit_months" (
	"month" date NOT NULL,
	"environment" text NOT NULL,
	"actor_id" text NOT NULL,
	"kind" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "audit_months_month_environment_actor_id_kind_pk" PRIMARY KEY("month","environment","actor_id","kind")
);
--> statement-breakpoint
CREATE TABLE "console"."audit_people" (
	"month" date NOT NULL,
	"environment" text NOT NULL,
	"actor_id" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "audit_people_month_environment_actor_id_kind_user_id_pk" PRIMARY KEY("month","environment","actor_id","kind","user_id")
);
--> statement-breakpoint
CREATE TABLE "console"."audit_progress" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."audit_subjects" (
	"subject" text collate "C" NOT NULL,
	"environment" text NOT NULL,
	CONSTRAINT "audit_subjects_subject_environment_pk" PRIMARY KEY("subject","environment")
);
--> statement-breakpoint
CREATE TABLE "console"."booking_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."booking_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"by_id" text,
	"by_name" text,
	"note" text,
	"event_id" bigint
);
--> statement-breakpoint
CREATE TABLE "console"."bookings" (
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"asked_by_id" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"gives_up_at" timestamp (3) with time zone,
	"status" integer,
	"answer" text,
	"start_at" timestamp (3) with time zone,
	"end_at" timestamp (3) with time zone,
	"iana_timezone" text,
	"provider" text,
	"appointment_id" uuid,
	"event_at" timestamp (3) with time zone,
	CONSTRAINT "bookings_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE TABLE "console"."catalogue" (
	"environment" text NOT NULL,
	"kind" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"lab_id" text,
	"origin" text NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "catalogue_environment_kind_id_pk" PRIMARY KEY("environment","kind","id")
);
--> statement-breakpoint
CREATE TABLE "console"."catalogue_methods" (
	"environment" text NOT NULL,
	"lab_test" text collate "C" NOT NULL,
	"method" text collate "C" NOT NULL,
	CONSTRAINT "catalogue_methods_environment_lab_test_method_pk" PRIMARY KEY("environment","lab_test","method")
);
--> statement-breakpoint
CREATE TABLE "console"."past_imports" (
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" text NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"rows" integer NOT NULL,
	"connected" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "past_imports_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE TABLE "console"."event_bodies" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."event_rejections" (
	"environment" text NOT NULL,
	"reason" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "event_rejections_environment_minute_reason_pk" PRIMARY KEY("environment","minute","reason")
);
--> statement-breakpoint
CREATE TABLE "console"."event_samples" (
	"series" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"unit" text NOT NULL,
	"zone_offset" integer,
	"seq" bigint NOT NULL,
	CONSTRAINT "event_samples_series_at_pk" PRIMARY KEY("series","at")
);
--> statement-breakpoint
CREATE TABLE "console"."event_series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."event_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"resource" text collate "C" NOT NULL,
	"source_slug" text collate "C" NOT NULL,
	"source_type" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."event_versions" (
	"environment" text NOT NULL,
	"key" text collate "C" NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_versions_environment_key_pk" PRIMARY KEY("environment","key")
);
--> statement-breakpoint
CREATE TABLE "console"."events" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"message_id" text collate "C" NOT NULL,
	"event_type" text NOT NULL,
	"form" text NOT NULL,
	"user_id" uuid NOT NULL,
	"client_user_id" text,
	"source_slug" text,
	"source_name" text,
	"order_id" uuid,
	"outcome" text NOT NULL,
	"related" bigint,
	"replaces" bigint,
	"samples" integer NOT NULL,
	"samples_replaced" integer NOT NULL,
	"samples_same" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"expunged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "console"."critical_callbacks" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."critical_callbacks_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"result_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"recorded_by_id" text NOT NULL,
	"recorded_by_name" text NOT NULL,
	"called" text NOT NULL,
	"called_name" text,
	"outcome" text NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "console"."critical_acknowledgements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."critical_acknowledgements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"result_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"comment" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."stuck_limits" (
	"environment" text PRIMARY KEY NOT NULL,
	"days" json NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."worklist_marks" (
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"owner" json,
	"snooze" json,
	CONSTRAINT "worklist_marks_environment_order_id_pk" PRIMARY KEY("environment","order_id")
);
--> statement-breakpoint
CREATE TABLE "auth"."accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"staff_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."factor_roles" (
	"role" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."links" (
	"hash" text PRIMARY KEY NOT NULL,
	"staff_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."notices" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"action" text NOT NULL,
	"about_id" text,
	"about_name" text NOT NULL,
	"by_name" text NOT NULL,
	"is_about_reader" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"staff_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"identity_factor" boolean DEFAULT false NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."staff" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"role" text NOT NULL,
	"environments" text[],
	"activated_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"administrator_until" timestamp (3) with time zone,
	"administrator_since" timestamp (3) with time zone,
	"reset_requested_by" text,
	"reset_requested_at" timestamp (3) with time zone,
	"reset_second_factor" text,
	"reset_purpose" text,
	"reset_email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."tries" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"staff_id" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."connection_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."connection_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."directories" (
	"environment" text PRIMARY KEY NOT NULL,
	"users" integer DEFAULT 0 NOT NULL,
	"complete_at" timestamp (3) with time zone,
	"complete_from" timestamp (3) with time zone,
	"crawl" integer DEFAULT 0 NOT NULL,
	"crawl_started_at" timestamp (3) with time zone,
	"progressed_at" timestamp (3) with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"is_steady" boolean DEFAULT true NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"retry_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"checks_problem" text,
	"checks_retry_at" timestamp (3) with time zone,
	"checks_failures" integer DEFAULT 0 NOT NULL,
	"checks_asked_at" timestamp (3) with time zone,
	"data_since" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "console"."directory_bodies" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"body" json NOT NULL,
	CONSTRAINT "directory_bodies_environment_user_id_pk" PRIMARY KEY("environment","user_id")
);
--> statement-breakpoint
CREATE TABLE "console"."directory_checks" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"order_at" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL,
	"not_before" timestamp (3) with time zone,
	CONSTRAINT "directory_checks_environment_user_id_pk" PRIMARY KEY("environment","user_id")
);
--> statement-breakpoint
CREATE TABLE "console"."directory_connections" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text collate "C" NOT NULL,
	"created_on" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'not_checked' NOT NULL,
	"last_data_at" timestamp (3) with time zone,
	"beat_at" timestamp (3) with time zone,
	"gaps" integer[] DEFAULT '{}' NOT NULL,
	"silent_at" timestamp (3) with time zone,
	"received" text[] DEFAULT '{}' NOT NULL,
	"available" text[] DEFAULT '{}' NOT NULL,
	"denied" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "directory_connections_environment_user_id_slug_pk" PRIMARY KEY("environment","user_id","slug")
);
--> statement-breakpoint
CREATE TABLE "console"."directory_crawled" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"crawl_id" integer NOT NULL,
	CONSTRAINT "directory_crawled_environment_user_id_pk" PRIMARY KEY("environment","user_id")
);
--> statement-breakpoint
CREATE TABLE "console"."directory_users" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"reference_key" text collate "C",
	"created_on" timestamp (3) with time zone NOT NULL,
	"changed_on" timestamp (3) with time zone NOT NULL,
	"zone_key" text collate "C",
	"sources" text[] NOT NULL,
	"digest" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"position" integer NOT NULL,
	"of_total" integer NOT NULL,
	"is_missed" boolean NOT NULL,
	CONSTRAINT "directory_users_environment_user_id_pk" PRIMARY KEY("environment","user_id")
);
--> statement-breakpoint
CREATE TABLE "console"."saved_views" (
	"environment" text NOT NULL,
	"list" text NOT NULL,
	"id" uuid NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "console"."saved_views_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"shared" boolean NOT NULL,
	"filter" json NOT NULL,
	"look" json NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "saved_views_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE TABLE "console"."view_defaults" (
	"environment" text NOT NULL,
	"list" text NOT NULL,
	"holder" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "view_defaults_environment_list_holder_pk" PRIMARY KEY("environment","list","holder")
);
--> statement-breakpoint
ALTER TABLE "service"."appointments" ADD CONSTRAINT "appointments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "service"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "service"."connections" ADD CONSTRAINT "connections_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "service"."users"("user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "service"."credentials" ADD CONSTRAINT "credentials_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "service"."users"("user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "service"."import_batches" ADD CONSTRAINT "import_batches_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "service"."imports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "service"."orders" ADD CONSTRAINT "orders_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "service"."users"("user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "service"."webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "service"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "service"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "service"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "service"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_seq_webhook_messages_seq_fk" FOREIGN KEY ("seq") REFERENCES "service"."webhook_messages"("seq") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth"."accounts" ADD CONSTRAINT "accounts_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "auth"."staff"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth"."links" ADD CONSTRAINT "links_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "auth"."staff"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth"."notices" ADD CONSTRAINT "notices_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "auth"."staff"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth"."sessions" ADD CONSTRAINT "sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "auth"."staff"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth"."two_factors" ADD CONSTRAINT "two_factors_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "auth"."staff"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "appointments_one_open" ON "service"."appointments" USING btree ("order_id") WHERE status not in ('completed', 'cancelled');
--> statement-breakpoint
CREATE INDEX "appointments_unsettled" ON "service"."appointments" USING btree ("give_up_at") WHERE status in ('reserved', 'pending');
--> statement-breakpoint
CREATE INDEX "connections_without_history" ON "service"."connections" USING btree ("created_on") WHERE history_at is null;
--> statement-breakpoint
CREATE INDEX "credentials_expiry" ON "service"."credentials" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "imports_unfinished" ON "service"."imports" USING btree ("created_at") WHERE finished_at is null;
--> statement-breakpoint
CREATE INDEX "orders_newest" ON "service"."orders" USING btree ("team_id","created_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "orders_oldest" ON "service"."orders" USING btree ("team_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_by_patient" ON "service"."orders" USING btree ("team_id","patient_key","id");
--> statement-breakpoint
CREATE INDEX "orders_by_patient_desc" ON "service"."orders" USING btree ("team_id","patient_key" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "service"."orders" USING btree ("team_id","last_status","id");
--> statement-breakpoint
CREATE INDEX "orders_by_status_desc" ON "service"."orders" USING btree ("team_id","last_status" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "orders_status_newest" ON "service"."orders" USING btree ("team_id","last_status","created_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "orders_updated" ON "service"."orders" USING btree ("team_id","updated_at");
--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "service"."orders" USING btree ("user_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "orders_of_transaction" ON "service"."orders" USING btree ("order_transaction_id");
--> statement-breakpoint
CREATE INDEX "orders_interpretation_newest" ON "service"."orders" USING btree ("team_id","interpretation","created_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "orders_method_newest" ON "service"."orders" USING btree ("team_id","method","created_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "orders_activation_newest" ON "service"."orders" USING btree ("team_id","activation_type","created_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "orders_search" ON "service"."orders" USING gin ("search_key" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "users_newest" ON "service"."users" USING btree ("team_id","created_on" DESC NULLS FIRST,"user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_client_user_id" ON "service"."users" USING btree ("team_id","client_user_id");
--> statement-breakpoint
CREATE INDEX "webhook_attempts_of_delivery" ON "service"."webhook_attempts" USING btree ("delivery_id");
--> statement-breakpoint
CREATE INDEX "webhook_attempts_at" ON "service"."webhook_attempts" USING btree ("at");
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "service"."webhook_deliveries" USING btree ("endpoint_id","seq");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_open" ON "service"."webhook_deliveries" USING btree ("endpoint_id","lane","seq") WHERE next_at is not null;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "service"."webhook_deliveries" USING btree ("endpoint_id","seq") WHERE next_at is not null;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "service"."webhook_deliveries" USING btree ("seq");
--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_team" ON "service"."webhook_endpoints" USING btree ("team_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_messages_id" ON "service"."webhook_messages" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "webhook_messages_of_team" ON "service"."webhook_messages" USING btree ("team_id","at");
--> statement-breakpoint
CREATE INDEX "webhook_messages_at" ON "service"."webhook_messages" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "webhook_messages_of_user" ON "service"."webhook_messages" USING btree ("user_id","event_type","seq");
--> statement-breakpoint
CREATE INDEX "webhook_messages_of_order" ON "service"."webhook_messages" USING btree ("order_id") WHERE order_id is not null;
--> statement-breakpoint
CREATE INDEX "audit_at" ON "console"."audit" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "console"."audit" USING btree ("actor_id","id");
--> statement-breakpoint
CREATE INDEX "audit_of_action" ON "console"."audit" USING btree ("action","id");
--> statement-breakpoint
CREATE INDEX "audit_unusual" ON "console"."audit" USING btree ("outcome","id") WHERE outcome <> 'done';
--> statement-breakpoint
CREATE INDEX "audit_about" ON "console"."audit" USING gin ("subjects");
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_one_end" ON "console"."audit" USING btree ("completes") WHERE completes is not null;
--> statement-breakpoint
CREATE INDEX "audit_subjects_parts" ON "console"."audit_subjects" USING gin (replace("subject", '-', '') gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "booking_changes_of" ON "console"."booking_changes" USING btree ("environment","booking_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_one_open" ON "console"."bookings" USING btree ("environment","order_id") WHERE state in ('in_flight', 'pending', 'confirmed');
--> statement-breakpoint
CREATE INDEX "bookings_of_order" ON "console"."bookings" USING btree ("environment","order_id");
--> statement-breakpoint
CREATE INDEX "bookings_newest" ON "console"."bookings" USING btree ("environment","asked_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "bookings_by_visit" ON "console"."bookings" USING btree ("environment","start_at");
--> statement-breakpoint
CREATE INDEX "bookings_in_flight" ON "console"."bookings" USING btree ("asked_at") WHERE state = 'in_flight';
--> statement-breakpoint
CREATE INDEX "past_imports_newest" ON "console"."past_imports" USING btree ("environment","started_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "event_series_once" ON "console"."event_series" USING btree ("environment","user_id","resource","source_slug","source_type");
--> statement-breakpoint
CREATE UNIQUE INDEX "events_once" ON "console"."events" USING btree ("environment","message_id") WHERE outcome <> 'duplicate';
--> statement-breakpoint
CREATE INDEX "events_newest" ON "console"."events" USING btree ("environment","seq");
--> statement-breakpoint
CREATE INDEX "events_received" ON "console"."events" USING btree ("environment","received_at");
--> statement-breakpoint
CREATE INDEX "events_of_user" ON "console"."events" USING btree ("environment","user_id","seq");
--> statement-breakpoint
CREATE INDEX "events_of_order" ON "console"."events" USING btree ("environment","order_id","seq") WHERE order_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "callback_once" ON "console"."critical_callbacks" USING btree ("environment","id");
--> statement-breakpoint
CREATE INDEX "callbacks_of_order" ON "console"."critical_callbacks" USING btree ("environment","order_id","seq");
--> statement-breakpoint
CREATE INDEX "acknowledgements_of_order" ON "console"."critical_acknowledgements" USING btree ("environment","order_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_identity" ON "auth"."accounts" USING btree ("provider_id","account_id");
--> statement-breakpoint
CREATE INDEX "accounts_of_staff" ON "auth"."accounts" USING btree ("staff_id");
--> statement-breakpoint
CREATE INDEX "links_of_staff" ON "auth"."links" USING btree ("staff_id");
--> statement-breakpoint
CREATE INDEX "notices_of_staff" ON "auth"."notices" USING btree ("staff_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "auth"."sessions" USING btree ("token");
--> statement-breakpoint
CREATE INDEX "sessions_of_staff" ON "auth"."sessions" USING btree ("staff_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "auth"."staff" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "tries_end" ON "auth"."tries" USING btree ("ends_at");
--> statement-breakpoint
CREATE INDEX "two_factors_of_staff" ON "auth"."two_factors" USING btree ("staff_id");
--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "auth"."verifications" USING btree ("identifier");
--> statement-breakpoint
CREATE INDEX "connection_changes_of" ON "console"."connection_changes" USING btree ("environment","user_id","slug","id");
--> statement-breakpoint
CREATE INDEX "directory_checks_oldest" ON "console"."directory_checks" USING btree ("environment","order_at","user_id","checked_at");
--> statement-breakpoint
CREATE INDEX "directory_connections_newest" ON "console"."directory_connections" USING btree ("environment","created_on" DESC NULLS FIRST,"user_id","slug");
--> statement-breakpoint
CREATE INDEX "directory_connections_of_source" ON "console"."directory_connections" USING btree ("environment","slug","created_on" DESC NULLS FIRST,"user_id","state");
--> statement-breakpoint
CREATE INDEX "directory_connections_silent" ON "console"."directory_connections" USING btree ("environment","silent_at");
--> statement-breakpoint
CREATE INDEX "directory_connections_last_data" ON "console"."directory_connections" USING btree ("environment","last_data_at");
--> statement-breakpoint
CREATE INDEX "directory_connections_in_state" ON "console"."directory_connections" USING btree ("environment","state","created_on" DESC NULLS FIRST,"user_id","slug");
--> statement-breakpoint
CREATE INDEX "directory_users_newest" ON "console"."directory_users" USING btree ("environment","created_on" DESC NULLS FIRST,"user_id","reference_key");
--> statement-breakpoint
CREATE INDEX "directory_users_by_reference" ON "console"."directory_users" USING btree ("environment","reference_key","user_id");
--> statement-breakpoint
CREATE INDEX "directory_users_changed" ON "console"."directory_users" USING btree ("environment","changed_on" DESC NULLS FIRST,"user_id");
--> statement-breakpoint
CREATE INDEX "directory_users_by_zone" ON "console"."directory_users" USING btree ("environment","zone_key","user_id");
--> statement-breakpoint
CREATE INDEX "directory_users_unconnected" ON "console"."directory_users" USING btree ("environment","created_on" DESC NULLS FIRST,"user_id") WHERE sources = '{}';
--> statement-breakpoint
CREATE INDEX "directory_users_reference" ON "console"."directory_users" USING gin ("reference_key" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "directory_users_id_parts" ON "console"."directory_users" USING gin (replace("user_id"::text, '-', '') gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "directory_users_sources" ON "console"."directory_users" USING gin ("sources");
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own_names" ON "console"."saved_views" USING btree ("environment","list","owner_id","name_key") WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared_names" ON "console"."saved_views" USING btree ("environment","list","name_key") WHERE shared and deleted_at is null;
--> statement-breakpoint
CREATE FUNCTION "console"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%.% is append-only: % is refused', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE FUNCTION "console"."lock_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Ids are given out after this: their order is the order of the chain, however many instances write.
	PERFORM pg_advisory_xact_lock(7316222);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "console"."chain_audit"() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
BEGIN
	NEW.hash := sha256(
		coalesce((SELECT hash FROM console.audit ORDER BY id DESC LIMIT 1), ''::bytea)
		|| convert_to(jsonb_strip_nulls(to_jsonb(NEW) - 'hash')::text, 'UTF8')
	);
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."audit" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."audit" ENABLE ALWAYS TRIGGER "audit_append_only";
--> statement-breakpoint
CREATE TRIGGER "booking_changes_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."booking_changes" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."booking_changes" ENABLE ALWAYS TRIGGER "booking_changes_append_only";
--> statement-breakpoint
CREATE TRIGGER "acknowledgements_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."critical_acknowledgements" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."critical_acknowledgements" ENABLE ALWAYS TRIGGER "acknowledgements_append_only";
--> statement-breakpoint
CREATE TRIGGER "callbacks_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."critical_callbacks" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."critical_callbacks" ENABLE ALWAYS TRIGGER "callbacks_append_only";
--> statement-breakpoint
CREATE TRIGGER "audit_lock" BEFORE INSERT ON "console"."audit" FOR EACH STATEMENT EXECUTE FUNCTION "console"."lock_audit"();
--> statement-breakpoint
CREATE TRIGGER "audit_chain" BEFORE INSERT ON "console"."audit" FOR EACH ROW EXECUTE FUNCTION "console"."chain_audit"();
--> statement-breakpoint
ALTER TABLE "console"."audit" ENABLE ALWAYS TRIGGER "audit_lock";
--> statement-breakpoint
ALTER TABLE "console"."audit" ENABLE ALWAYS TRIGGER "audit_chain";
--> statement-breakpoint
CREATE FUNCTION "console"."add_audit_subjects"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- In one order, so that two instances never wait for each other.
	INSERT INTO console.audit_subjects (subject, environment)
		SELECT DISTINCT one, coalesce(environment, '') FROM added, unnest(subjects) AS one
		ORDER BY 1, 2
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_subjects" AFTER INSERT ON "console"."audit" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "console"."add_audit_subjects"();
--> statement-breakpoint
ALTER TABLE "console"."audit" ENABLE ALWAYS TRIGGER "audit_subjects";
--> statement-breakpoint
ALTER TABLE "console"."directory_crawled" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "service"."orders" SET (toast_tuple_target = 1024);
--> statement-breakpoint
ALTER TABLE "service"."orders" ALTER COLUMN "body" SET STORAGE EXTERNAL;
