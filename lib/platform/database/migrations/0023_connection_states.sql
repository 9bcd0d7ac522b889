CREATE TABLE "console"."directory_checks" (
	"environment" text NOT NULL,
	"user_id" uuid NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"order_at" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL,
	"not_before" timestamp (3) with time zone,
	CONSTRAINT "directory_checks_environment_user_id_pk" PRIMARY KEY("environment","user_id")
);
--> statement-breakpoint
DROP INDEX "console"."directory_connections_of_source";--> statement-breakpoint
ALTER TABLE "console"."directories" ADD COLUMN "checks_problem" text;--> statement-breakpoint
ALTER TABLE "console"."directories" ADD COLUMN "checks_retry_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."directories" ADD COLUMN "checks_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."directories" ADD COLUMN "checks_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."directory_connections" ADD COLUMN "state" text DEFAULT 'not_checked' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."directory_connections" ADD COLUMN "last_data_at" timestamp (3) with time zone;--> statement-breakpoint
-- Written by hand: users who are in the directory already are checked too.
INSERT INTO "console"."directory_checks" ("environment", "user_id") SELECT DISTINCT "environment", "user_id" FROM "console"."directory_connections";--> statement-breakpoint
CREATE INDEX "directory_checks_oldest" ON "console"."directory_checks" USING btree ("environment","order_at","user_id","checked_at");--> statement-breakpoint
CREATE INDEX "directory_connections_last_data" ON "console"."directory_connections" USING btree ("environment","last_data_at");--> statement-breakpoint
CREATE INDEX "directory_connections_in_state" ON "console"."directory_connections" USING btree ("environment","state","created_on" DESC NULLS FIRST,"user_id","slug");--> statement-breakpoint
CREATE INDEX "directory_connections_of_source" ON "console"."directory_connections" USING btree ("environment","slug","created_on" DESC NULLS FIRST,"user_id","state");