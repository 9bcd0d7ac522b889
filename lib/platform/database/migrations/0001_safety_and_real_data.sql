ALTER TABLE "console"."event_samples" DROP CONSTRAINT "event_samples_series_at_pk";--> statement-breakpoint
ALTER TABLE "console"."bookings" ADD COLUMN "event_at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."event_samples" ADD COLUMN "at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."event_versions" ADD COLUMN "at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."critical_callbacks" ADD COLUMN "result_at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."critical_acknowledgements" ADD COLUMN "result_at_ns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."event_samples" ADD CONSTRAINT "event_samples_series_at_at_ns_pk" PRIMARY KEY("series","at","at_ns");
--> statement-breakpoint
CREATE TABLE "console"."key_rules" (
	"keys" text PRIMARY KEY NOT NULL,
	"rule" text NOT NULL
);
--> statement-breakpoint
ALTER INDEX "console"."audit_about" SET (gin_pending_list_limit = 16384);--> statement-breakpoint
ALTER TABLE "console"."audit_progress" ADD COLUMN "subjects_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER "audit_subjects" ON "console"."audit";--> statement-breakpoint
DROP FUNCTION "console"."add_audit_subjects"();--> statement-breakpoint
INSERT INTO "console"."audit_progress" (last_id, subjects_id)
	SELECT 0, coalesce(max(id), 0) FROM "console"."audit"
	ON CONFLICT ("only") DO UPDATE SET subjects_id = excluded.subjects_id;
--> statement-breakpoint
CREATE TABLE "service"."data_sets" (
	"seed" integer PRIMARY KEY NOT NULL,
	"users" integer NOT NULL,
	"orders" integer NOT NULL,
	"today" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "console"."directory_early_data" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "directory_early_data_environment_user_id_slug_pk" PRIMARY KEY("environment","user_id","slug")
);
--> statement-breakpoint
CREATE TABLE "console"."critical_results" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."critical_results_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"order_id" uuid NOT NULL,
	"result_at" timestamp (3) with time zone NOT NULL,
	"result_at_ns" integer DEFAULT 0 NOT NULL,
	"result_id" bigint
);
--> statement-breakpoint
CREATE TABLE "console"."critical_starts" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."critical_starts_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"starts_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "console"."critical_callbacks" ADD COLUMN "result_id" bigint;--> statement-breakpoint
ALTER TABLE "console"."critical_acknowledgements" ADD COLUMN "result_id" bigint;--> statement-breakpoint
ALTER TABLE "console"."critical_acknowledgements" ADD COLUMN "closes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "critical_results_of_order" ON "console"."critical_results" USING btree ("environment","order_id","seq");--> statement-breakpoint
CREATE INDEX "critical_start_of_environment" ON "console"."critical_starts" USING btree ("environment","seq");--> statement-breakpoint
CREATE TRIGGER "critical_results_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."critical_results" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."critical_results" ENABLE ALWAYS TRIGGER "critical_results_append_only";--> statement-breakpoint
CREATE TRIGGER "critical_starts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "console"."critical_starts" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
--> statement-breakpoint
ALTER TABLE "console"."critical_starts" ENABLE ALWAYS TRIGGER "critical_starts_append_only";
